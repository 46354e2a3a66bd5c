import { useT } from '../../lib/i18n/react.tsx';
import type { Readings, ReadingsRow } from './readings.ts';
import type { Work } from './work.ts';

interface CourseProps {
  work: Work;
  /** Width of the names beside which it stands, pixels. */
  names: number;
  row: ReadingsRow;
  columns: number;
  /** Width of one, pixels. */
  cycle: number;
  write: Readings['write'];
  picked: string | null;
  onPick: (id: string) => void;
}

const HEIGHT = 132;
const PAD = 14;

/** The readings of one element in their columns, with their mean and the fences beyond which one is named. */
export function ReadingsCourse({ work, names, row, columns, cycle, write, picked, onPick }: CourseProps) {
  const t = useT();
  const figures = row.figures!;
  const look = work.look({ kind: 'state', activity: row.activity });
  const points = [...row.cells].flatMap(([column, cell]) => cell.map((reading) => ({ column, reading })));
  const { fences, mean } = figures;
  const values = [...points.map(({ reading }) => reading.ms), ...(fences ? [fences.low, fences.high] : []), mean];
  const [least, most] = [Math.max(0, Math.min(...values)), Math.max(...values)];
  const x = (column: number) => (column - 0.5) * cycle;
  const y = (ms: number) => PAD + (HEIGHT - 2 * PAD) * (1 - (ms - least) / (most - least || 1));
  const width = columns * cycle;
  const counted = points.filter(({ reading }) => reading.excluded === null);
  return (
    <section
      className="flex break-inside-avoid pt-3 text-12"
      style={{ width: names + width }}
      aria-label={t('measurement-tabs:readings.course', { name: look.name })}
    >
      <div className="sticky left-0 z-1 shrink-0 bg-surface pr-3 leading-4.5" style={{ width: names }}>
        <b className="block font-medium">{t('measurement-tabs:readings.course', { name: look.name })}</b>
        <span className="block text-ink-2">{t('measurement-tabs:readings.mean_is', { value: write(mean, true) })}</span>
        {fences ? (
          <span className="block text-ink-2">
            {t('measurement-tabs:readings.fences_are', { low: write(Math.max(0, fences.low)), high: write(fences.high) })}
          </span>
        ) : null}
      </div>
      <svg width={width} height={HEIGHT} aria-hidden="true" className="shrink-0">
        <path className="stroke-ink" d={`M0 ${y(mean)}H${width}`} />
        {fences ? (
          <path
            className="stroke-late"
            strokeDasharray="5 3"
            d={`M0 ${y(fences.high)}H${width}M0 ${y(Math.max(least, fences.low))}H${width}`}
          />
        ) : null}
        <path
          className={`stroke-cat-${look.colour ?? 8} fill-none`}
          strokeWidth="1.5"
          d={counted.map(({ column, reading }, at) => `${at === 0 ? 'M' : 'L'}${x(column)} ${y(reading.ms).toFixed(1)}`).join('')}
        />
        {points.map(({ column, reading }) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the table chooses them by keys
          <circle
            key={reading.ids[0]}
            className={`cursor-pointer ${reading.excluded === null ? `fill-cat-${look.colour ?? 8}` : 'fill-surface stroke-ink-3'}`}
            cx={x(column)}
            cy={y(reading.ms)}
            r={reading.ids[0] === picked ? 5 : 3.5}
            onClick={() => onPick(reading.ids[0]!)}
          />
        ))}
      </svg>
    </section>
  );
}
