import type { Calibration } from '../contract/calibrations.ts';
import type { Format } from './format.ts';
import type { T } from './index.ts';

/** What a calibration says in words: the same on its page and on paper. */

const clean = (value: number): number => Number(value.toPrecision(12));

/**
 * Gain and offset between the unit that values are stored in and the one that people see. With shown = a × stored + b, what makes g × stored + o of a
 * stored value makes g × shown + (a × o + b − g × b) of a shown one.
 */
export function shownLinear({ gain, offset }: { gain: number; offset: number }, { conversion }: Pick<Calibration, 'conversion'>) {
  if (conversion === null) return { gain, offset };
  return { gain, offset: clean(conversion.scale * offset + conversion.offset - gain * conversion.offset) };
}

/** In the unit that its channel is shown in. */
export function calibrationSaid(
  { curve, display_unit, conversion }: Pick<Calibration, 'curve' | 'display_unit' | 'conversion'>,
  t: T,
  format: Format,
): string {
  const signed = (value: number) => `${value > 0 ? '+' : ''}${format.quantity(value, display_unit)}`;
  switch (curve.kind) {
    case 'none':
      return t('calibrations:said.none');
    case 'offset':
      return t('calibrations:said.offset', { value: signed(clean(curve.offset * Math.abs(conversion?.scale ?? 1))) });
    case 'linear': {
      const { gain, offset } = shownLinear(curve, { conversion });
      return t('calibrations:said.linear', { gain: format.number(gain), offset: signed(offset) });
    }
    case 'points':
      return t('calibrations:said.points', { count: curve.points.length });
  }
}
