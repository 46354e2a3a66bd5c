import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../contract/audit-events.ts';
import { type Channel, listChannels } from '../../contract/channels.ts';
import { type Datalogger, listDataloggers, updateDatalogger } from '../../contract/dataloggers.ts';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { getMachine, listMachineHistory, type Machine, updateMachine } from '../../contract/machines.ts';
import { getOrganization } from '../../contract/organizations.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { createMachineStore } from './machine.store.ts';
import { createMachineHistory } from './machine-history.store.ts';
import { createMachineLoggers } from './machine-loggers.store.ts';

const ROW = {
  id: 'm1',
  workspace_id: 'w1',
  name: 'Lis',
  status: 'in_operation',
  datalogger_ids: ['d1'],
  last_seen_at: null,
  rev: 1,
  archived_at: null,
} as unknown as Machine;
const LOGGER = { id: 'd1', workspace_id: 'w1', machine_id: 'm1', last: null, last_seen_at: null, rev: 1 } as unknown as Datalogger;
const CHANNEL = {
  id: 'c1',
  datalogger_id: 'd1',
  first_ts: null,
  last: null,
  ahead_ts: null,
  failing_ts: null,
  rev: 1,
} as unknown as Channel;
const AT = '2026-11-20T14:00:00Z';
const values: LiveEvent = {
  name: 'values',
  data: {
    datalogger_id: 'd1',
    workspace_id: 'w1',
    state: 'online',
    last_seen_at: AT,
    channels: [{ id: 'c1', key: 't', ts: AT, value: 21.5 }],
    from: AT,
    to: AT,
  },
};
const changed = (entity: 'machines' | 'channels' | 'dataloggers' | 'files', id: string): LiveEvent => ({
  name: 'changed',
  data: { entity, id, workspace_id: 'w1' },
});

describe('a machine', () => {
  it('shows a change at once, and the row of the other person when it was too late', async () => {
    const { deps, answer } = world();
    const store = createMachineStore(deps, 'm1', ROW);
    answer(updateMachine, ({ body }) => ({ ...ROW, name: String(body.name), rev: 2 }));
    const saving = store.save(1, { name: 'Bruska' });
    expect(store.$state.get()).toMatchObject({ row: { name: 'Bruska', rev: 1 } });
    expect(await saving).toMatchObject({ status: 'saved', row: { rev: 2 } });
    const current = { ...ROW, name: 'Fréza', rev: 3 };
    answer(updateMachine, () => {
      throw refusal('stale_rev', current);
    });
    expect(await store.save(2, { archived: true })).toEqual({ status: 'conflict', current });
    expect(store.$state.get()).toEqual({ status: 'ready', row: current });
    answer(updateMachine, () => {
      throw refusal('conflict');
    });
    expect(await store.save(3, { status: 'standby' })).toMatchObject({ status: 'error' });
    expect(store.$state.get()).toEqual({ status: 'ready', row: current });
  });

  it('shows nothing of refused changes, however many were on their way', async () => {
    const { deps, answer } = world();
    const store = createMachineStore(deps, 'm1', ROW);
    const answers = [Promise.withResolvers<Machine>(), Promise.withResolvers<Machine>()];
    let asked = 0;
    answer(updateMachine, () => answers[asked++]!.promise);
    const first = store.save(1, { status: 'maintenance' });
    const second = store.save(1, { name: 'Bruska' });
    expect(store.$state.get()).toMatchObject({ row: { status: 'maintenance', name: 'Bruska' } });
    answers[0]!.reject(refusal('conflict'));
    await first;
    expect(store.$state.get()).toEqual({ status: 'ready', row: { ...ROW, name: 'Bruska' } });
    answers[1]!.reject(refusal('conflict'));
    await second;
    expect(store.$state.get()).toEqual({ status: 'ready', row: ROW });
  });

  it('falls back neither to an answer that was overtaken nor to what stood there before a refused change', async () => {
    const { deps, answer, send } = world();
    const store = createMachineStore(deps, 'm1', ROW);
    answer(getOrganization, () => ({ currency: 'CZK' }) as ResponseOf<typeof getOrganization>);
    store.start();
    const [late, refused] = [Promise.withResolvers<Machine>(), Promise.withResolvers<Machine>()];
    answer(getMachine, () => late.promise);
    const loading = store.load();
    answer(updateMachine, () => refused.promise);
    const saving = store.save(1, { status: 'maintenance' });
    answer(getMachine, () => ({ ...ROW, name: 'Fréza', rev: 2 }));
    send(changed('machines', 'm1'));
    send(values);
    await flushPromises();
    expect(store.$state.get()).toMatchObject({ row: { name: 'Fréza', status: 'maintenance', last_seen_at: AT } });
    late.resolve(ROW);
    await loading;
    refused.reject(refusal('forbidden'));
    await saving;
    expect(store.$state.get()).toEqual({ status: 'ready', row: { ...ROW, name: 'Fréza', rev: 2, last_seen_at: AT } });
  });

  it('that is gone stays gone when a change of it fails', async () => {
    const { deps, answer } = world();
    const store = createMachineStore(deps, 'm1', ROW);
    const refused = Promise.withResolvers<Machine>();
    answer(updateMachine, () => refused.promise);
    answer(getMachine, () => Promise.reject(refusal('not_found')));
    const saving = store.save(1, { status: 'maintenance' });
    await store.load();
    refused.reject(refusal('not_found'));
    await saving;
    expect(store.$state.get()).toEqual({ status: 'error', code: 'not_found' });
  });

  it('follows its changes and the messages of its loggers', async () => {
    const { deps, answer, send } = world();
    answer(getOrganization, () => ({ currency: 'CZK' }) as ResponseOf<typeof getOrganization>);
    const store = createMachineStore(deps, 'm1', ROW);
    store.start();
    await flushPromises();
    expect(store.$currency.get()).toBe('CZK');
    send(values);
    expect(store.$state.get()).toMatchObject({ row: { last_seen_at: AT } });
    answer(getMachine, () => ({ ...ROW, rev: 2 }));
    send(changed('machines', 'm2'));
    send(changed('machines', 'm1'));
    await flushPromises();
    expect(store.$state.get()).toMatchObject({ row: { rev: 2 } });
    answer(getMachine, () => {
      throw refusal('not_found');
    });
    send(changed('machines', 'm1'));
    await flushPromises();
    expect(store.$state.get()).toEqual({ status: 'error', code: 'not_found' });
  });
});

describe('what measures a machine', () => {
  it('is shown with live values, and read again when a logger or a channel comes or goes', async () => {
    const { deps, answer, send, pass, calls } = world();
    answer(listDataloggers, ({ query }) => ({
      items: query?.machine_id ? [LOGGER] : [LOGGER, { ...LOGGER, id: 'd2' }],
      next_cursor: null,
    }));
    answer(listChannels, () => ({ items: [CHANNEL] }));
    const store = createMachineLoggers(deps, 'm1');
    store.start();
    await flushPromises();
    send(values);
    expect(store.$state.get()).toMatchObject({ loggers: [{ last_seen_at: AT }], channels: [{ last: { value: 21.5 } }] });
    const before = calls.length;
    send(changed('dataloggers', 'd9'));
    send(changed('machines', 'm9'));
    await pass(500);
    expect(calls).toHaveLength(before);
    send(changed('machines', 'm1'));
    send(changed('channels', 'c9'));
    await pass(500);
    expect(calls).toHaveLength(before + 2);
    let put: unknown;
    answer(updateDatalogger, ({ body }) => {
      put = body;
      return { ...LOGGER, machine_id: null, rev: 2 };
    });
    expect(await store.put(LOGGER, null)).toMatchObject({ rev: 2 });
    expect(put).toEqual({ rev: 1, machine_id: null });
    answer(listDataloggers, () => ({ items: [LOGGER, { ...LOGGER, id: 'd2', machine_id: null }], next_cursor: null }));
    await store.loadOthers('w1');
    expect(store.$others.get()).toMatchObject({ status: 'ready', rows: [{ id: 'd2' }] });
  });

  it('says when the person may not read loggers', async () => {
    const { deps, answer } = world();
    for (const endpoint of [listDataloggers, listChannels])
      answer(endpoint, () => {
        throw refusal('forbidden');
      });
    const store = createMachineLoggers(deps, 'm1');
    store.start();
    await flushPromises();
    expect(store.$state.get()).toEqual({ status: 'error', code: 'forbidden' });
  });
});

describe('the history of a machine', () => {
  it('comes page by page and begins anew when something changed', async () => {
    const { deps, answer, send, pass } = world();
    const event = (id: string) => ({ id }) as unknown as AuditEvent;
    answer(listMachineHistory, ({ query }) =>
      query?.cursor ? { items: [event('b')], next_cursor: null } : { items: [event('a')], next_cursor: 'x' },
    );
    const store = createMachineHistory(deps, 'm1');
    store.start();
    await flushPromises();
    await store.more();
    await store.more();
    expect(store.$state.get()).toEqual({ status: 'ready', events: [{ id: 'a' }, { id: 'b' }], next: null });
    send(changed('files', 'f1'));
    await pass(500);
    expect(store.$state.get()).toMatchObject({ events: [{ id: 'a' }], next: 'x' });
  });

  it('is silent about older changes that nobody waits for any more, and not about those that could not be read', async () => {
    const { deps, answer } = world();
    answer(listMachineHistory, () => ({ items: [], next_cursor: 'x' }));
    const store = createMachineHistory(deps, 'm1');
    const stop = store.start();
    await flushPromises();
    const late = Promise.withResolvers<ResponseOf<typeof listMachineHistory>>();
    answer(listMachineHistory, () => late.promise);
    const left = store.more();
    stop();
    late.reject(new TypeError('aborted'));
    await expect(left).resolves.toBeUndefined();
    store.start();
    await flushPromises();
    answer(listMachineHistory, () => Promise.reject(refusal('forbidden')));
    await expect(store.more()).rejects.toMatchObject({ code: 'forbidden' });
  });
});
