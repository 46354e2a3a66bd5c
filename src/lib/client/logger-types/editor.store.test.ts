import { describe, expect, it } from 'vitest';
import { type Datalogger, listDataloggers } from '../../contract/dataloggers.ts';
import { type LoggerTypeDetail, tryLoggerType, updateLoggerType } from '../../contract/logger-types.ts';
import { listReceivedData, type ReceivedData } from '../../contract/received-data.ts';
import { leavesOf } from '../../domain/logger-types/leaves.ts';
import { ApiError } from '../kernel/api.ts';
import { flushPromises, world } from '../kernel/store-testing.ts';
import { createEditor, EMPTY_SPEC, keyFor } from './editor.store.ts';
import { createLoggerTypeStore } from './logger-types.store.ts';

describe('a value that becomes a channel', () => {
  it('gets the last name of its path as its key, made different from those that are taken', () => {
    expect(keyFor('sys.vbat', new Set())).toBe('vbat');
    expect(keyFor('ai[0].mA', new Set(['ma']))).toBe('ma_2');
    expect(keyFor('["a b"]', new Set())).toBe('a_b');
    expect(keyFor('[3]', new Set())).toBe('value');
  });

  it('is found with its path, in the order of the message', () => {
    expect(leavesOf({ t: 1, ai: [{ mA: 4 }, { mA: 5 }], 'odd.name': 'x', none: null }, 10)).toEqual([
      { path: 't', value: 1 },
      { path: 'ai[0].mA', value: 4 },
      { path: 'ai[1].mA', value: 5 },
      { path: '["odd.name"]', value: 'x' },
      { path: 'none', value: null },
    ]);
  });
});

const DETAIL: LoggerTypeDetail = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  key: null,
  name: 'Převodník',
  maker: null,
  model: null,
  notes: null,
  manual_url: null,
  sampling_interval_s: null,
  sending_interval_s: null,
  offline_after: null,
  photo_file_id: null,
  sample: '{"t":1}',
  decoder: 'mapping',
  version: null,
  has_draft: true,
  channel_count: 0,
  logger_count: 0,
  rev: 1,
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
  archived_at: null,
  draft: EMPTY_SPEC,
  published: null,
  versions: [],
};
const BENCH = {
  body: '{"t":1}',
  body_cut: false,
  received_at: '2026-11-20T10:00:00Z',
  failure: null,
  readings: [],
  errors: [],
  warnings: [],
  reading_count: 0,
  gone: [],
};

describe('a draft on the bench', () => {
  it('is tried a moment after each edit, and stays dirty until it is saved', async () => {
    const { deps, answer, pass, calls } = world();
    const seen: number[] = [];
    answer(tryLoggerType, ({ body }) => {
      seen.push(body.spec.channels.length);
      return BENCH;
    });
    answer(updateLoggerType, ({ body }) => ({ ...DETAIL, draft: body.draft ?? null, rev: body.rev + 1 }));
    const store = createLoggerTypeStore(deps, DETAIL.id, DETAIL);
    const editor = createEditor(deps, store, DETAIL);
    editor.start();
    await flushPromises();
    editor.addPath('t');
    editor.editChannel(0, { label: 'Teplota' });
    await pass(300);
    expect(seen).toEqual([0, 1]);
    expect(editor.$state.get()).toMatchObject({ dirty: true, open: 0, spec: { channels: [{ path: 't', key: 't', label: 'Teplota' }] } });
    // Pressed again it is opened, not made twice.
    editor.addPath('t');
    expect(editor.$state.get().spec.channels).toHaveLength(1);
    expect(await editor.save()).toMatchObject({ status: 'saved' });
    expect(editor.$state.get()).toMatchObject({ dirty: false, saving: false });
    expect(calls.filter((call) => call.startsWith('PATCH'))).toHaveLength(1);
  });

  it('names the fields that can’t be, and keeps the last good answer beside them', async () => {
    const { deps, answer, pass } = world();
    answer(tryLoggerType, ({ body }) => {
      if (body.spec.channels.some(({ path }) => path === ''))
        throw new ApiError('validation_failed', {
          status: 422,
          data: { errors: [{ path: 'spec.channels.0.path', code: 'invalid_value' }] },
        });
      return BENCH;
    });
    const editor = createEditor(deps, createLoggerTypeStore(deps, DETAIL.id, DETAIL), DETAIL);
    editor.start();
    await flushPromises();
    editor.addPath('');
    await pass(300);
    expect(editor.$state.get()).toMatchObject({
      bench: BENCH,
      problem: { code: 'validation_failed', fields: new Set(['channels.0.path']) },
    });
  });

  it('begins with the newest message of the loggers of its type, whatever others sent since; with that of others where those sent none', async () => {
    const { deps, answer } = world();
    const logger = (id: string, over: Partial<Datalogger>) =>
      ({ id, logger_type_id: null, last_seen_at: '2026-11-20T10:00:00Z', ...over }) as Datalogger;
    const message = (id: string, datalogger_id: string, received_at: string) => ({ id, datalogger_id, received_at }) as ReceivedData;
    const own = { logger_type_id: DETAIL.id };
    answer(listDataloggers, () => ({
      items: [logger('other', {}), logger('older', own), logger('newer', { ...own, last_seen_at: '2026-11-20T11:00:00Z' })],
      next_cursor: null,
    }));
    let sent = [
      message('1', 'older', '2026-11-20T10:00:00Z'),
      message('2', 'newer', '2026-11-20T11:00:00Z'),
      message('3', 'other', '2026-11-20T12:00:00Z'),
    ];
    answer(listReceivedData, ({ query }) => ({
      items: sent.filter(({ datalogger_id }) => (query.datalogger_id ?? datalogger_id) === datalogger_id).reverse(),
      next_cursor: null,
    }));
    answer(tryLoggerType, () => BENCH);
    const begun = async (detail: LoggerTypeDetail) => {
      const editor = createEditor(deps, createLoggerTypeStore(deps, detail.id, detail), detail);
      editor.start();
      await flushPromises();
      return editor.$state.get();
    };
    const ofLoggers = await begun({ ...DETAIL, sample: null, logger_count: 2 });
    expect(ofLoggers.stored.map(({ id }) => id)).toEqual(['2', '1']);
    expect(ofLoggers.message).toEqual({ received_data_id: '2' });
    sent = sent.slice(2);
    expect((await begun({ ...DETAIL, sample: null, logger_count: 2 })).message).toEqual({ received_data_id: '3' });
    expect((await begun({ ...DETAIL, sample: null })).message).toEqual({ received_data_id: '3' });
  });
});
