import type { BodyInput, ResponseOf } from '../../contract/endpoint.ts';
import { createMark, listMarks, type Mark, tryMark, updateMark } from '../../contract/marks.ts';
import { ApiError } from '../kernel/api.ts';
import { type BlockStore, createBlock } from '../kernel/block-store.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

export type NewMark = BodyInput<typeof createMark>;
export type MarkTrial = ResponseOf<typeof tryMark>;

export interface MarkActs {
  /** @throws ApiError */
  create(mark: NewMark): Promise<Mark>;
  /** Takes it back, or lets it hold again. @throws ApiError */
  turn(mark: Pick<Mark, 'id' | 'rev'>, revoked: boolean): Promise<Mark>;
  /** What it would change. @throws ApiError */
  tried(mark: BodyInput<typeof tryMark>): Promise<MarkTrial>;
}

/** What people may do with marks. */
export function createMarkActs(deps: StoreDeps): MarkActs {
  const params = { organization_id: deps.organization };
  return {
    create: (body) => deps.call(createMark, { params, body }),
    turn: (mark, revoked) => deps.call(updateMark, { params: { ...params, id: mark.id }, body: { rev: mark.rev, revoked } }),
    tried: (body) => deps.call(tryMark, { params, body }),
  };
}

/** The mark for which another one was refused; null where it was refused for something else. */
export function otherMark(error: unknown): Mark | null {
  const isOther = error instanceof ApiError && error.code === 'conflict' && typeof error.current === 'object' && error.current !== null;
  return isOther ? (error.current as Mark) : null;
}

export interface MarksStore extends Pick<BlockStore<readonly Mark[]>, '$state' | 'start' | 'load'>, Pick<MarkActs, 'turn'> {}

/** All marks of a logger, also those that were taken back. */
export function createMarks(deps: StoreDeps, datalogger: string): MarksStore {
  const acts = createMarkActs(deps);
  const block = createBlock<readonly Mark[]>(
    deps,
    null,
    async (call) => {
      const query = { datalogger_id: datalogger, revoked: '1' as const };
      return (await call(listMarks, { params: { organization_id: deps.organization }, query })).items;
    },
    {
      hear(event, _shown, { reload }) {
        if (event.name === 'changed' && event.data.entity === 'marks') reload();
      },
    },
  );
  return {
    $state: block.$state,
    start: block.start,
    load: block.load,
    async turn(mark, revoked) {
      const turned = await acts.turn(mark, revoked);
      await block.load();
      return turned;
    },
  };
}
