import { describe, expect, it } from 'vitest';
import type { Problem } from '../../contract/errors.ts';
import type { DataImport, ImportSettings } from '../../contract/imports.ts';
import type { ReparseEffects } from '../../contract/received-data.ts';
import type { Recording, RecordingEvaluation } from '../../contract/recordings.ts';
import type { Task } from '../../contract/tasks.ts';
import { TASKS } from '../process/tasks.ts';
import { TaskRunner } from '../tasks/runner.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, freshDatabase, makeChannel, testClock } from '../testing/testing.ts';

const FILE = `time,t
2026-11-20T10:00:00Z,5
2026-11-20T10:01:00Z,9
2026-11-20T10:02:00Z,5
`;
const NOTHING = {
  ...{ rule_count: 0, alarm_count: 0, rules: [], recording_count: 0, signed_count: 0, recordings: [], is_shortened: false },
  foretold: { withdrawn: 0, begun: 0, changed: 0, alarms: [] },
};

/** Its own database: the queue is one for all organisations. */
async function alonePlant(engine: (typeof ENGINES)[number]) {
  const clock = testClock(Date.UTC(2026, 10, 24) * 1_000);
  const { db } = await freshDatabase(engine, clock);
  return testPlant(engine, { deps: { clock, db } });
}
const run = (plant: TestPlant) => new TaskRunner(plant.deps, TASKS).run();
const posted = async <T>(plant: TestPlant, path: string, body: unknown): Promise<T> => {
  const answer = await plant.send('POST', path, body);
  expect(answer.status, await answer.clone().text()).toBeLessThan(300);
  return (await answer.json()) as T;
};

async function imported(plant: TestPlant, file = FILE): Promise<Task> {
  const answer = await plant.app.request(`${plant.root}/imports?datalogger_id=${plant.datalogger.id}&name=data.csv`, {
    method: 'POST',
    headers: { ...plant.headers, 'Content-Type': 'application/octet-stream' },
    body: file,
  });
  const { id, proposed } = (await answer.json()) as DataImport & { proposed: ImportSettings };
  await posted(plant, `/imports/${id}/check`, { settings: proposed });
  await run(plant);
  const { id: task } = await posted<Task>(plant, `/imports/${id}/run`, {});
  await run(plant);
  return plant.get<Task>(`/tasks/${task}`);
}
const effects = (plant: TestPlant, { id }: Task) => plant.get<ReparseEffects>(`/tasks/${id}/undo-effects`);
const recorded = (plant: TestPlant, channel: string, name: string, from: string, to: string) =>
  posted<Recording>(plant, '/recordings', {
    ...{ name, purpose: 'transport', channels: [{ channel_id: channel, limits: null }] },
    from: `2026-11-20T${from}:00Z`,
    to: `2026-11-20T${to}:00Z`,
  });

describe.each(ENGINES)('what else changes when a task is undone on %s', (engine) => {
  it('is counted over the times and channels of an imported file: alarms, recordings and signed ones among them', async () => {
    const plant = await alonePlant(engine);
    const [t, other] = [await makeChannel(plant.deps, plant.datalogger, { key: 't' }), await makeChannel(plant.deps, plant.datalogger)];
    const task = await imported(plant);
    expect(task).toMatchObject({ state: 'done', undoable: true });
    expect(await effects(plant, task)).toEqual(NOTHING);

    const signed = await recorded(plant, t.id, 'Podepsaný', '10:00', '10:02');
    const { hash } = await plant.get<RecordingEvaluation>(`/recordings/${signed.id}/evaluation`);
    await posted(plant, `/recordings/${signed.id}/approve`, { rev: signed.rev, hash, statement: 'V pořádku' });
    await recorded(plant, t.id, 'Otevřený', '09:00', '10:01');
    await recorded(plant, t.id, 'Potom', '11:00', '12:00');
    await recorded(plant, other.id, 'Jiný kanál', '10:00', '10:02');
    expect(await effects(plant, task)).toMatchObject({
      recording_count: 2,
      signed_count: 1,
      recordings: [
        { name: 'Podepsaný', is_signed: true },
        { name: 'Otevřený', is_signed: false },
      ],
    });

    await posted(plant, `/tasks/${task.id}/undo`, undefined);
    await run(plant);
    const again = await plant.send('GET', `/tasks/${task.id}/undo-effects`, undefined);
    expect([again.status, ((await again.json()) as Problem).code]).toEqual([409, 'conflict']);
  });

  it('is told of each alarm that an imported file raised, and each of them goes', async () => {
    const plant = await alonePlant(engine);
    const { id: channel_id } = await makeChannel(plant.deps, plant.datalogger, { key: 't' });
    const limits = { kind: 'above', low: null, high: 8, states: [], hysteresis: 0, on_delay_s: 0, off_delay_s: 0 };
    await posted(plant, '/alarm-rules', { channel_id, name: 'Horko', severity: 'critical', recipients: [], ...limits });
    plant.deps.clock.advance(300e6);
    const task = await imported(plant, FILE.replaceAll('2026-11-20T10', '2026-11-24T00'));
    const list = async () => (await plant.get<{ items: { id: string; state: string }[] }>(`/alarms?channel_id=${channel_id}`)).items;
    const [alarm, ...others] = await list();
    expect([alarm?.state, others]).toEqual(['over', []]);
    const before = { since: '2026-11-24T00:01:00Z', over_at: '2026-11-24T00:02:00Z', peak: 9 };
    expect(await effects(plant, task)).toMatchObject({
      alarm_count: 1,
      foretold: { withdrawn: 1, begun: 0, changed: 0, alarms: [{ id: alarm!.id, rule_name: 'Horko', channel_id, before, after: null }] },
    });
    await posted(plant, `/tasks/${task.id}/undo`, undefined);
    await run(plant);
    expect(await list()).toMatchObject([{ id: alarm!.id, state: 'withdrawn' }]);
  });

  it('is refused of a task that did nothing, and is nobody else’s to know', async () => {
    const plant = await alonePlant(engine);
    await makeChannel(plant.deps, plant.datalogger, { key: 't' });
    const task = await imported(plant);
    const status = async (as?: Record<string, string>) =>
      (await plant.app.request(`${plant.root}/tasks/${task.id}/undo-effects`, { headers: as ?? plant.headers })).status;
    expect(await status()).toBe(200);
    expect(await status(await plant.member('viewer', plant.workspace.id))).toBe(404);
    const other = await testPlant(engine, { deps: plant.deps });
    expect((await other.send('GET', `/tasks/${task.id}/undo-effects`, undefined)).status).toBe(404);
    const { id } = await posted<Task>(plant, '/tasks', { kind: 'received-data.export', params: { locale: 'cs' } });
    expect((await plant.send('GET', `/tasks/${id}/undo-effects`, undefined)).status).toBe(409);
  });
});
