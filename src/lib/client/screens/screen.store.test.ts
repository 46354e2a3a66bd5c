import { describe, expect, it } from 'vitest';
import { type Definition, getScreen, publishScreen, type Screen, updateScreen } from '../../contract/screens.ts';
import { ApiError } from '../kernel/api.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { createScreenStore, type StepsSlot } from './screen.store.ts';

const definition = (columns: number): Definition => ({
  columns,
  hand: 'left',
  lanes: [{ id: 'worker', name: '', kind: 'worker' }],
  buttons: [],
  ratings: [],
});
const screen = (over: Partial<Screen> = {}): Screen => ({
  id: 's1',
  workspace_id: 'w1',
  name: 'Linka',
  method: 'snapshot',
  machine_id: null,
  machine_name: null,
  draft: definition(4),
  version: null,
  published_at: null,
  has_changes: true,
  rev: 1,
  created_at: '2026-11-20T14:00:00Z',
  updated_at: '2026-11-20T14:00:00Z',
  archived_at: null,
  ...over,
});

/** A server that keeps one screen, as the real one does. */
function desk(over: Partial<Screen> = {}, slot: StepsSlot | null = null) {
  const ground = world();
  const kept = { row: screen(over), bodies: [] as Record<string, unknown>[] };
  ground.answer(getScreen, () => kept.row);
  ground.answer(updateScreen, ({ body }) => {
    kept.bodies.push(body);
    if (body.rev !== kept.row.rev) throw refusal('stale_rev', kept.row);
    const { rev, archived: _, ...fields } = body;
    kept.row = { ...kept.row, ...(JSON.parse(JSON.stringify(fields)) as Partial<Screen>), rev: rev + 1 };
    return kept.row;
  });
  ground.answer(publishScreen, ({ body }) => {
    if (body.rev !== kept.row.rev) throw refusal('stale_rev', kept.row);
    kept.row = { ...kept.row, version: (kept.row.version ?? 0) + 1, has_changes: false, rev: kept.row.rev + 1 };
    return kept.row;
  });
  const store = createScreenStore(ground.deps, 's1', kept.row, slot);
  const elsewhere = (fields: Partial<Screen>) => {
    kept.row = { ...kept.row, ...fields, rev: kept.row.rev + 1 };
  };
  const heard = () => ground.send({ name: 'changed', data: { entity: 'screens', id: 's1', workspace_id: 'w1' } });
  return { ...ground, kept, store, elsewhere, heard, columns: () => store.$draft.get()?.columns };
}

describe('the editor of a screen', () => {
  it('saves by itself once the hand rests, several steps as one', async () => {
    const { store, kept, pass } = desk();
    store.start();
    store.change(definition(5));
    expect(store.$saving.get()).toEqual({ status: 'waiting' });
    await pass(400);
    store.change(definition(6));
    await pass(400);
    expect(kept.bodies).toEqual([]);
    await pass(400);
    expect(kept.bodies).toEqual([{ rev: 1, draft: definition(6) }]);
    expect(store.$saving.get()).toEqual({ status: 'saved' });
  });

  it('goes back and forth without a limit, and saves what it comes to', async () => {
    const { store, kept, pass, columns } = desk();
    store.start();
    for (let n = 1; n <= 300; n++) store.change(definition((n % 12) + 1));
    for (let n = 0; n < 300; n++) store.undo();
    expect([columns(), store.$steps.get()]).toEqual([4, { undo: false, redo: true }]);
    store.undo();
    expect(columns()).toBe(4);
    store.redo();
    expect([columns(), store.$steps.get()]).toEqual([2, { undo: true, redo: true }]);
    await pass(5_000);
    expect(kept.row.draft.columns).toBe(2);
    store.change(definition(9));
    expect(store.$steps.get().redo).toBe(false);
  });

  it('sends nothing when it has come back to what is saved', async () => {
    const { store, kept, pass } = desk();
    store.start();
    store.change(definition(5));
    store.undo();
    expect(store.$saving.get()).toEqual({ status: 'saved' });
    await pass(5_000);
    expect(kept.bodies).toEqual([]);
  });

  it('sends steps in their order, one after the other, with the revision of the answer before', async () => {
    const { store, kept, answer, pass } = desk();
    const gates: (() => void)[] = [];
    answer(updateScreen, async ({ body }) => {
      kept.bodies.push(body);
      await new Promise<void>((open) => gates.push(open));
      kept.row = { ...kept.row, draft: body.draft ?? kept.row.draft, rev: body.rev + 1 };
      return kept.row;
    });
    store.start();
    store.change(definition(5));
    await pass(1_000);
    store.change(definition(6));
    await pass(1_000);
    expect(kept.bodies).toHaveLength(1);
    gates[0]!();
    await flushPromises();
    expect(kept.bodies).toEqual([
      { rev: 1, draft: definition(5) },
      { rev: 2, draft: definition(6) },
    ]);
    gates[1]!();
    await flushPromises();
    expect(store.$saving.get()).toEqual({ status: 'saved' });
  });

  it('doesn’t mind that somebody renamed the screen meanwhile', async () => {
    const { store, kept, elsewhere, pass } = desk();
    store.start();
    elsewhere({ name: 'Linka 2' });
    store.change(definition(5));
    await pass(1_000);
    expect(kept.row).toMatchObject({ name: 'Linka 2', draft: { columns: 5 } });
    expect(store.$conflict.get()).toBeNull();
  });

  it('asks whose draft is to be kept; the other one is a step away', async () => {
    const { store, kept, elsewhere, pass, columns } = desk();
    store.start();
    elsewhere({ draft: definition(8) });
    store.change(definition(5));
    await pass(1_000);
    expect([store.$saving.get(), store.$conflict.get()?.draft.columns, columns()]).toEqual([{ status: 'conflict' }, 8, 5]);
    store.change(definition(6));
    await pass(5_000);
    expect(kept.row.draft.columns).toBe(8);
    store.decide('theirs');
    expect([columns(), store.$saving.get()]).toEqual([8, { status: 'saved' }]);
    store.undo();
    await pass(1_000);
    expect(kept.row.draft.columns).toBe(6);
  });

  it('keeps one’s own draft over the other one when that is chosen', async () => {
    const { store, kept, elsewhere, pass } = desk();
    store.start();
    elsewhere({ draft: definition(8) });
    store.change(definition(5));
    await pass(1_000);
    store.decide('mine');
    await flushPromises();
    expect([kept.row.draft.columns, store.$saving.get(), store.$conflict.get()]).toEqual([5, { status: 'saved' }, null]);
  });

  it('shows what somebody else saves while nothing is changed here, as a step that can be taken back', async () => {
    const { store, elsewhere, heard, columns, pass, kept } = desk();
    store.start();
    elsewhere({ draft: definition(8) });
    heard();
    await flushPromises();
    expect([columns(), store.$steps.get().undo, store.$saving.get()]).toEqual([8, true, { status: 'saved' }]);
    store.undo();
    await pass(1_000);
    expect(kept.row.draft.columns).toBe(4);
  });

  it('tries again by itself when the line is broken, and says so meanwhile', async () => {
    const { store, kept, answer, pass } = desk();
    let down = true;
    answer(updateScreen, ({ body }) => {
      if (down) throw new ApiError('network', null);
      kept.row = { ...kept.row, draft: body.draft ?? kept.row.draft, rev: body.rev + 1 };
      return kept.row;
    });
    store.start();
    store.change(definition(5));
    await pass(1_000);
    expect(store.$saving.get()).toEqual({ status: 'failed', code: 'network' });
    down = false;
    await pass(5_000);
    expect([kept.row.draft.columns, store.$saving.get()]).toEqual([5, { status: 'saved' }]);
  });

  it('tells what the server has against the draft, and waits for another one', async () => {
    const { store, calls, answer, pass } = desk();
    const errors = [{ path: 'draft.buttons.0.activity_id', code: 'archived' }];
    answer(updateScreen, () => {
      throw new ApiError('validation_failed', { status: 422, data: { errors } });
    });
    store.start();
    store.change(definition(5));
    await pass(120_000);
    expect(store.$refused.get()).toEqual({ draft: definition(5), errors });
    expect(calls.filter((one) => one.startsWith('PATCH'))).toHaveLength(1);
  });

  it('saves what is not saved yet before it publishes', async () => {
    const { store, kept, pass } = desk();
    store.start();
    store.change(definition(5));
    const result = await store.publish();
    expect(result).toMatchObject({ status: 'published', row: { version: 1, draft: { columns: 5 } }, again: false });
    expect(kept.bodies).toHaveLength(1);
    store.change(definition(6));
    await pass(1_000);
    expect([kept.row.draft.columns, kept.row.rev]).toEqual([6, 4]);
    expect(kept.bodies.at(-1)).toMatchObject({ rev: 3 });
  });

  it('gives the problems of a draft that can’t be published', async () => {
    const { store, answer } = desk();
    const errors = [{ path: 'draft.buttons', code: 'no_stop' }];
    answer(publishScreen, () => {
      throw new ApiError('validation_failed', { status: 422, data: { errors } });
    });
    store.start();
    expect(await store.publish()).toEqual({ status: 'refused' });
    expect(store.$refused.get()?.errors).toEqual(errors);
  });

  it('renames between two savings of the draft without asking twice', async () => {
    const { store, kept, pass } = desk();
    store.start();
    store.change(definition(5));
    await pass(1_000);
    const renamed = store.save(1, { name: 'Linka 9' });
    store.change(definition(6));
    expect(await renamed).toMatchObject({ status: 'saved', row: { name: 'Linka 9' } });
    await pass(1_000);
    expect(kept.bodies.map(({ rev }) => rev)).toEqual([1, 2, 3]);
    expect(kept.row).toMatchObject({ name: 'Linka 9', draft: { columns: 6 } });
  });

  it('sends what waits when the page is left', async () => {
    const { store, kept, leave } = desk();
    store.start();
    store.change(definition(5));
    leave();
    await flushPromises();
    expect(kept.row.draft.columns).toBe(5);
  });
});

describe('steps that the server has not got', () => {
  function shelf() {
    let kept: ReturnType<StepsSlot['read']> = null;
    const slot: StepsSlot = {
      read: () => kept,
      write(next) {
        kept = JSON.parse(JSON.stringify(next)) as typeof kept;
        return true;
      },
      clear() {
        kept = null;
      },
    };
    return { slot, kept: () => kept };
  }
  /** A page without a line, closed after a step. */
  async function closed(slot: StepsSlot) {
    const { store, answer, pass, leave } = desk({}, slot);
    answer(updateScreen, () => {
      throw new ApiError('network', null);
    });
    store.start();
    store.change(definition(5));
    await pass(300);
    leave();
    await flushPromises();
  }

  it('are kept when the page goes, shown on the next one as a step, and sent', async () => {
    const { slot, kept } = shelf();
    await closed(slot);
    const { store, columns, pass, kept: server } = desk({}, slot);
    store.start();
    expect([columns(), store.$steps.get().undo]).toEqual([5, true]);
    await pass(1_000);
    expect([server.row.draft.columns, kept()]).toEqual([5, null]);
  });

  it('wait for a decision where somebody else has saved another panel meanwhile', async () => {
    const { slot, kept } = shelf();
    await closed(slot);
    const { store, columns, pass, kept: server } = desk({ draft: definition(8), rev: 2 }, slot);
    store.start();
    expect([columns(), store.$saving.get().status, store.$conflict.get()?.draft.columns]).toEqual([5, 'conflict', 8]);
    await pass(5_000);
    expect(server.row.draft.columns).toBe(8);
    store.decide('mine');
    await flushPromises();
    expect([server.row.draft.columns, kept()]).toEqual([5, null]);
  });

  it('are forgotten when they have arrived after all, and when the other panel is taken', async () => {
    const one = shelf();
    await closed(one.slot);
    const { store, columns } = desk({ draft: definition(5), rev: 2 }, one.slot);
    store.start();
    expect([columns(), store.$saving.get().status, one.kept()]).toEqual([5, 'saved', null]);
    const other = shelf();
    await closed(other.slot);
    const page = desk({ draft: definition(8), rev: 2 }, other.slot);
    page.store.start();
    page.store.decide('theirs');
    expect([page.columns(), other.kept()]).toEqual([8, null]);
  });
});
