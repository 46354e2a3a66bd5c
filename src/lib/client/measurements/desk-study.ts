import type { BodyInput } from '../../contract/endpoint.ts';
import { createMeasurement, getMeasurement, type Measurement, sendTaps, updateMeasurement } from '../../contract/measurements.ts';
import { getPanel, listPanels, type Panel } from '../../contract/screens.ts';
import { MAX_TAPS } from '../../contract/tap-events.ts';
import type { Tap } from '../../domain/taps/tap.ts';
import { ApiError } from '../kernel/api.ts';
import { createBlock } from '../kernel/block-store.ts';
import { currentRow, type StoreDeps } from '../kernel/store-deps.ts';

/** Studies that are written down at a desk: what they are put on, and how they are sent. */

/** Published panels of a workspace, or of all of them. */
export const createDeskPanels = (deps: StoreDeps, workspace: string | null) =>
  createBlock<readonly { id: string; name: string; workspace_id: string }[]>(
    deps,
    null,
    async (call) =>
      (
        await call(listPanels, {
          params: { organization_id: deps.organization },
          query: workspace === null ? {} : { workspace_id: workspace },
        })
      ).items,
    { hear: () => undefined },
  );

/** The newest version of one panel; null as long as none is chosen. */
export const createDeskPanel = (deps: StoreDeps, id: string | null) =>
  createBlock<Panel | null>(
    deps,
    null,
    async (call) => (id === null ? null : call(getPanel, { params: { organization_id: deps.organization, id } })),
    { hear: () => undefined },
  );

export interface PreparedStudy {
  /** The same study sent again is the same measurement. */
  id: string;
  body: Pick<BodyInput<typeof createMeasurement>, 'screen_id' | 'screen_version' | 'name' | 'opened_at'>;
  taps: readonly Tap[];
  operation_id: string | null;
}

/** Opens the measurement, sends its taps, and puts it to its operation; may be called again after a broken line. @throws ApiError */
export async function sendStudy(deps: StoreDeps, { id, body, taps, operation_id }: PreparedStudy): Promise<Measurement> {
  const params = { organization_id: deps.organization };
  await deps.call(createMeasurement, { params, body: { ...body, id } });
  for (let at = 0; at < taps.length; at += MAX_TAPS) {
    const { results } = await deps.call(sendTaps, { params: { ...params, id }, body: { taps: taps.slice(at, at + MAX_TAPS) } });
    const refused = results.find(({ status }) => status === 'failed');
    if (refused) throw new ApiError(refused.code ?? 'unexpected_answer', null);
  }
  const row = await deps.call(getMeasurement, { params: { ...params, id } });
  if (operation_id === null || row.operation_id === operation_id) return row;
  return deps.call(updateMeasurement, { params: { ...params, id }, body: { rev: row.rev, operation_id } });
}

/** Takes a study back: its measurement is archived. @throws ApiError */
export async function takeStudyBack(deps: StoreDeps, { id, rev }: Pick<Measurement, 'id' | 'rev'>): Promise<void> {
  const archive = (at: number) =>
    deps.call(updateMeasurement, { params: { organization_id: deps.organization, id }, body: { rev: at, archived: true } });
  await archive(rev).catch((error: unknown) => {
    const current = currentRow<Measurement>(error);
    if (!current) throw error;
    return archive(current.rev);
  });
}
