import { describe, expect, it } from 'vitest';
import type { ChannelChoice } from '../../contract/channels.ts';
import { testPlant } from '../testing/plant.ts';
import { ENGINES, makeChannel, makeDatalogger, makeMachine, makeWorkspace } from '../testing/testing.ts';

interface Answer {
  items: ChannelChoice[];
  more: boolean;
}
const namesOf = ({ items }: Answer) => items.map(({ channel, datalogger }) => `${datalogger?.name} ${channel.name}`);

describe.each(ENGINES)('channels to choose from on %s', (engine) => {
  it('are found by words of the channel, its logger or its machine, without case and accents', async () => {
    const plant = await testPlant(engine, { datalogger: { name: 'Chladírna' } });
    const { deps, workspace } = plant;
    const machine = await makeMachine(deps, workspace, { name: 'Lis Škoda' });
    const press = await makeDatalogger(deps, workspace, { name: 'Brána', machine_id: machine.id, expected_interval_s: 60 });
    await makeChannel(deps, plant.datalogger, { key: 't', name: 'Teplota vzduchu' });
    const power = await makeChannel(deps, press, { key: 'p', name: 'Příkon' });
    await makeChannel(deps, press, { key: 't', name: 'Teplota oleje' });
    const find = (q: string) => plant.get<Answer>(`/channels/choices?q=${encodeURIComponent(q)}`);
    expect(namesOf(await plant.get('/channels/choices'))).toEqual(['Brána Příkon', 'Brána Teplota oleje', 'Chladírna Teplota vzduchu']);
    expect(namesOf(await find('TEPLOTA chladirna'))).toEqual(['Chladírna Teplota vzduchu']);
    expect(namesOf(await find('skoda teplota'))).toEqual(['Brána Teplota oleje']);
    expect(await find('nic takového')).toEqual({ items: [], more: false });
    const { items } = await plant.get<Answer>(`/channels/choices?ids=${power.id}`);
    expect(items).toMatchObject([
      { channel: { id: power.id, key: 'p' }, datalogger: { id: press.id }, machine: { id: machine.id, name: 'Lis Škoda' }, interval_s: 60 },
    ]);
    expect('marked' in items[0]!).toBe(false);
    const calibration = { channel_id: power.id, from: '2026-01-01T00:00:00Z', curve: { kind: 'none' }, laboratory: 'ČMI Brno' };
    expect((await plant.send('POST', '/calibrations', calibration)).status).toBe(201);
    expect((await plant.get<Answer>(`/channels/choices?ids=${power.id}`)).items).toMatchObject([{ marked: true }]);
    expect(namesOf(await plant.get(`/channels/choices?machine_id=${machine.id}`))).toEqual(['Brána Příkon', 'Brána Teplota oleje']);
    expect(namesOf(await plant.get(`/channels/choices?datalogger_ids=${plant.datalogger.id}`))).toEqual(['Chladírna Teplota vzduchu']);
  });

  it('are those of the workspaces that the reader may see, and the archived ones only by their id', async () => {
    const plant = await testPlant(engine);
    const { deps, workspace } = plant;
    const elsewhere = await makeDatalogger(deps, await makeWorkspace(deps, plant.organization));
    const hidden = await makeChannel(deps, elsewhere, { key: 'h', name: 'Skrytý' });
    const old = await makeChannel(deps, plant.datalogger, { key: 'o', name: 'Starý', archived_at: 1 });
    const seen = await makeChannel(deps, plant.datalogger, { key: 's', name: 'Viditelný' });
    const viewer = await plant.member('viewer', workspace.id);
    const asked = async (query: string) => {
      const answer = await plant.app.request(`${plant.root}/channels/choices${query}`, { headers: viewer });
      return ((await answer.json()) as Answer).items.map(({ channel }) => channel.id);
    };
    expect(await asked('')).toEqual([seen.id]);
    expect(await asked(`?ids=${[hidden.id, old.id].join()}`)).toEqual([old.id]);
    expect(await asked(`?workspace_id=${elsewhere.workspace_id}`)).toEqual([]);
  });

  it('are sixty at most, and say when there are more', async () => {
    const plant = await testPlant(engine);
    for (let n = 0; n < 61; n++) await makeChannel(plant.deps, plant.datalogger, { key: `k${n}`, name: `Kanál ${n}`, position: n });
    for (const query of ['', '?q=kanal']) {
      const { items, more } = await plant.get<Answer>(`/channels/choices${query}`);
      expect([items.length, items[0]?.channel.key, more]).toEqual([60, 'k0', true]);
    }
  });
});
