import type { RecordingEvaluation } from '../../lib/contract/recordings.ts';
import { CalibrationStarts } from '../chart/CalibrationStarts.tsx';
import type { PanesPlace } from '../chart/Chart.tsx';

/** Where calibrations begin that hold in the time of a recording. */
export default function RecordedStarts({ of, ...place }: PanesPlace & { of: RecordingEvaluation }) {
  const starts = of.channels.flatMap(({ channel_id, calibrations }) =>
    calibrations.map(({ from, laboratory }) => ({ channel_id, from, laboratory, revoked_at: null })),
  );
  return <CalibrationStarts {...place} of={starts} />;
}
