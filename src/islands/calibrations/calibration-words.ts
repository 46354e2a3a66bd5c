import { useMemo } from 'react';
import type { Calibration } from '../../lib/contract/calibrations.ts';
import { shownNumber } from '../../lib/domain/quantities/shown.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { shownDifference } from '../alarms/shown-limits.ts';

type Shown = Pick<Calibration, 'curve' | 'display_unit' | 'conversion' | 'decimals'>;
const clean = (value: number): number => Number(value.toPrecision(12));

/**
 * Gain and offset between the unit that values are stored in and the one that people see. With shown = a × stored + b, what makes g × stored + o of a
 * stored value makes g × shown + (a × o + b − g × b) of a shown one.
 */
export function shownLinear({ gain, offset }: { gain: number; offset: number }, { conversion }: Pick<Calibration, 'conversion'>) {
  if (conversion === null) return { gain, offset };
  return { gain, offset: clean(conversion.scale * offset + conversion.offset - gain * conversion.offset) };
}
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
      what({ curve, display_unit, ...shown }: Shown): string {
        const signed = (value: number) => `${value > 0 ? '+' : ''}${format.quantity(value, display_unit)}`;
        switch (curve.kind) {
          case 'none':
            return t('calibrations:said.none');
          case 'offset':
            return t('calibrations:said.offset', { value: signed(shownDifference(curve.offset, shown)) });
          case 'linear': {
            const { gain, offset } = shownLinear(curve, shown);
            return t('calibrations:said.linear', { gain: format.number(gain), offset: signed(offset) });
          }
          case 'points':
            return t('calibrations:said.points', { count: curve.points.length });
        }
      },
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
