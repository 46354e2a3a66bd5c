import { useMemo } from 'react';
import type { Calibration } from '../../lib/contract/calibrations.ts';
import { shownNumber } from '../../lib/domain/quantities/shown.ts';
import { calibrationSaid } from '../../lib/i18n/calibration-words.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';

type Shown = Pick<Calibration, 'curve' | 'display_unit' | 'conversion' | 'decimals'>;
const clean = (value: number): number => Number(value.toPrecision(12));

export function storedLinear({ gain, offset }: { gain: number; offset: number }, { conversion }: Pick<Calibration, 'conversion'>) {
  if (conversion === null) return { gain, offset };
  return { gain, offset: clean((offset - conversion.offset + gain * conversion.offset) / conversion.scale) };
}

/** What a calibration says, in the unit that its channel is shown in. */
export function useCalibrationWords() {
  const t = useT();
  const format = useFormat();
  return useMemo(
    () => ({
      what: (shown: Shown): string => calibrationSaid(shown, t, format),
      /** Its points as they are shown, `measured → reference`. */
      points({ curve, display_unit, conversion }: Shown): string[] {
        if (curve.kind !== 'points') return [];
        const value = (stored: number) => format.quantity(shownNumber(stored, conversion), display_unit);
        return curve.points.map(([measured, reference]) => `${value(measured)} → ${value(reference)}`);
      },
      time({ from, to }: Pick<Calibration, 'from' | 'to'>): string {
        const start = format.dateTime(from, 'minute');
        return to === null ? t('calibrations:since', { time: start }) : `${start} – ${format.dateTime(to, 'minute')}`;
      },
    }),
    [t, format],
  );
}
