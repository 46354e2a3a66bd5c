import { describe, expect, it } from 'vitest';
import type { MovePreview } from '../../contract/logger-types.ts';
import { ApiError } from '../kernel/api.ts';
import { flushPromises, world } from '../kernel/store-testing.ts';
import { createMove } from './move.store.ts';

const preview = (change: MovePreview['loggers'][number]['channels'][number]['change']): MovePreview => ({
  loggers: [
    {
      datalogger_id: '01890a5d-ac96-774b-bcce-b302099a8057',
      name: 'Chlazení',
      messages: 1,
      errors: 0,
      channels: [{ key: 't', label: 'Teplota', change, unit_before: '°C', unit_after: '°C', before: 1, after: 2 }],
    },
  ],
});

describe('loggers that are to be read otherwise', () => {
  it('are moved once what comes of it was shown, and not where a series would hold two units', async () => {
    const { deps } = world();
    let moved = 0;
    const move = async () => ++moved;
    const good = createMove(deps, { preview: async () => preview('changed'), move });
    expect(await good.move()).toBe(false);
    good.start();
    await flushPromises();
    expect(good.$state.get()).toMatchObject({ status: 'ready', moving: false });
    expect(await good.move()).toBe(true);
    const mixed = createMove(deps, { preview: async () => preview('mismatch'), move });
    mixed.start();
    await flushPromises();
    expect(await mixed.move()).toBe(false);
    expect(moved).toBe(1);
  });

  it('say why they could not be moved', async () => {
    const { deps } = world();
    const refused = createMove(deps, {
      preview: async () => preview('unchanged'),
      move: async () => {
        throw new ApiError('conflict', { status: 409, data: {} });
      },
    });
    refused.start();
    await flushPromises();
    expect(await refused.move()).toBe(false);
    expect(refused.$state.get()).toEqual({ status: 'error', code: 'conflict' });
  });
});
