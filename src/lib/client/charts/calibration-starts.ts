import { type Calibration, listCalibrations } from '../../contract/calibrations.ts';
import { type BlockStore, createBlock } from '../kernel/block-store.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

/** Calibrations of a logger's channels that hold, each from its beginning on. */
export const createCalibrationStarts = (deps: StoreDeps, datalogger_id: string): BlockStore<readonly Calibration[]> =>
  createBlock(
    deps,
    null,
    async (call) => (await call(listCalibrations, { params: { organization_id: deps.organization }, query: { datalogger_id } })).items,
    {
      hear(event, _, { reload }) {
        if (event.name === 'changed' && event.data.entity === 'calibrations') reload();
      },
    },
  );
