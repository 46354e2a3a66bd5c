import { computed } from 'nanostores';
import type { Channel } from '../../contract/channels.ts';
import type { Series } from '../../contract/readings.ts';
import { type Conversion, shownNumber, shownValue } from '../../domain/quantities/shown.ts';
import type { Limits, SeriesStore } from './series.store.ts';

/** Series and channels as people see them: in the display units of their sensor types. What is stored and loaded stays in the stored ones. */

/** A channel whose units, decimals and newest value are those that people see. */
export const shownChannel = <C extends Pick<Channel, 'unit' | 'display_unit' | 'conversion' | 'last'>>(channel: C): C =>
  channel.conversion === null
    ? channel
    : {
        ...channel,
        unit: channel.display_unit,
        conversion: null,
        last: channel.last && { ...channel.last, value: shownValue(channel.last.value, channel.conversion) },
      };

/** Lines compare series by what they are: the same one converted once more is the same one. */
const converted = new WeakMap<Series, { conversion: Conversion; series: Series }>();

export function shownSeries(series: Series, conversion: Conversion | null): Series {
  if (conversion === null) return series;
  const known = converted.get(series);
  if (known && known.conversion.scale === conversion.scale && known.conversion.offset === conversion.offset) return known.series;
  const of = (column: Series['min']) => column.map((value) => (value == null ? value : shownNumber(value, conversion)));
  const { min, max, first, last, mean, uncorrected } = series;
  const shown = {
    ...series,
    ...{ min: of(min), max: of(max), first: of(first), last: of(last) },
    ...(mean ? { mean: of(mean) } : {}),
    ...(uncorrected ? { uncorrected: { ...uncorrected, num: uncorrected.num.map((value) => shownNumber(value, conversion)) } } : {}),
  };
  converted.set(series, { conversion, series: shown });
  return shown;
}

/** Limits in the unit that values are stored in. */
function storedLimits({ above, below }: Limits, conversion: Conversion | null): Limits {
  if (conversion === null) return { above, below };
  const stored = (limit: number | null) => (limit === null ? null : (limit - conversion.offset) / conversion.scale);
  return { above: stored(above), below: stored(below) };
}

/** A store of series whose values are those that people see; what it is asked and what it loads stays as it is. */
export function inShownUnits<S extends SeriesStore>(store: S, channels: readonly Pick<Channel, 'id' | 'conversion'>[]): S {
  const conversions = new Map(channels.flatMap(({ id, conversion }) => (conversion === null ? [] : [[id, conversion] as const])));
  if (conversions.size === 0) return store;
  const map = <V, T>(record: Readonly<Record<string, V>>, of: (value: V, conversion: Conversion | null) => T) =>
    Object.fromEntries(Object.entries(record).map(([id, value]) => [id, of(value, conversions.get(id) ?? null)]));
  const orNull = (value: number | null, conversion: Conversion | null) => (value === null ? null : shownNumber(value, conversion));
  return {
    ...store,
    // Limits come as people see them.
    select: (span, ids, limits) => store.select(span, ids, limits && ((id) => storedLimits(limits(id), conversions.get(id) ?? null))),
    $series: computed(store.$series, (states) =>
      map(states, (state, conversion) =>
        'series' in state && state.series !== null ? { ...state, series: shownSeries(state.series, conversion) } : state,
      ),
    ),
    $selection: computed(
      store.$selection,
      (selection) =>
        selection && {
          ...selection,
          figures: map(
            selection.figures,
            (figures, conversion) =>
              figures && {
                ...figures,
                min: orNull(figures.min, conversion),
                mean: orNull(figures.mean, conversion),
                max: orNull(figures.max, conversion),
                // A spread has no zero that could be elsewhere.
                sd: figures.sd === null || conversion === null ? figures.sd : figures.sd * Math.abs(conversion.scale),
              },
          ),
        },
    ),
  };
}
