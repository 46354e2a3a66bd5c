import { type Calibration, listCalibrations } from '../../contract/calibrations.ts';
import { type BlockStore, createBlock } from '../kernel/block-store.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

/** Calibrations that hold, of the channels of a logger or of a chart (ids with commas between), each from its beginning on. */
export const createCalibrationStarts = (
  deps: StoreDeps,
  query: { datalogger_id: string } | { channels: string },
): BlockStore<readonly Calibration[]> =>
  createBlock(deps, null, async (call) => (await call(listCalibrations, { params: { organization_id: deps.organization }, query })).items, {
    hear(event, _, { reload }) {
      if (event.name === 'changed' && event.data.entity === 'calibrations') reload();
    },
  });
