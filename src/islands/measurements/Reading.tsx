import { useStore } from '@nanostores/react';
import { X, ZoomIn } from 'lucide-react';
import { useMemo } from 'react';
import type { Channel } from '../../lib/contract/channels.ts';
import { energyCurve, energyIn } from '../../lib/domain/time-study/energy.ts';
import { rangeIn, type TimeSpan } from '../../lib/domain/time-study/spans.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { COLOURS, seriesOf } from '../chart/model.ts';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useBalance } from './Balance.tsx';
import { Swatch } from './Swatch.tsx';
import type { Work } from './work.ts';

const AtCursor = part(() => import('./AtCursor.tsx'));

const MINUTE_MS = 60_000;

/** Beside the picture: time per state and figures of the signals in the brush, and what the cursor is at. */
export function Reading({ work, hidden, energy }: { work: Work; hidden: ReadonlySet<string>; energy: Channel | null }) {
  const t = useT();
  const format = useFormat();
  const { series, board, bounds, look, laneName, channels, shown } = work;
  const selection = useStore(series.$selection);
  const lane = useStore(board.$lane);
  const span = selection ?? bounds;
  // The shares of the balance, so that the same time is the same figure in both.
  const pieces = useBalance(work, span)
    .groups.flatMap(({ parts }) => parts)
    .sort((a, b) => b.ms - a.ms);
  const numbers = channels
    .map((channel, at) => ({ channel, colour: (at % COLOURS) + 1 }))
    .filter(({ channel }) => !hidden.has(channel.id) && (channel.kind === 'gauge' || channel.kind === 'counter'));
  return (
    <aside
      className="relative min-w-0 border-l border-l-line-2 max-[961px]:border-l-0 max-[961px]:border-t max-[961px]:border-t-line-2"
      aria-label={t('measurements:reading.label')}
    >
      <section
        className="absolute inset-0 overflow-auto focus-visible:shadow-inside max-[961px]:static"
        aria-label={t('measurements:reading.label')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: more than there is room for is scrolled by keys too
        tabIndex={0}
      >
        <header className="flex flex-wrap items-baseline justify-between gap-x-2 border-b border-b-ink px-3.5 pt-2 pb-1.5">
          <h2 className="h2">{t(selection ? 'measurements:reading.selection' : 'measurements:reading.whole')}</h2>
          <b className="text-16 font-semi">{shown.length(span.from, span.to)}</b>
          <small className="muted w-full text-12">
            {laneName(lane)}, {shown.time(span.from)}–{shown.time(span.to)}
          </small>
        </header>
        <table className="tbl compact tm-pieces table-fixed text-12" aria-label={t('measurements:reading.states')}>
          <tbody>
            {pieces.map((piece) => (
              <tr key={piece.activity ?? piece.kind} className="plain">
                <td>
                  <span className="flex items-center gap-1.75 min-w-0">
                    <Swatch look={look(piece)} />
                    <span className="min-w-0 py-1 leading-4 whitespace-normal wrap-anywhere hyphens-auto">{look(piece).name}</span>
                  </span>
                </td>
                <td className="num">{shown.duration(piece.ms)}</td>
                <td className="num">
                  {format.number(piece.permille / 10, 1)} <span className="unit">%</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {selection && numbers.length > 0 ? (
          <table
            className="tm-figures w-[calc(100%_-_28px)] mt-1.5 mx-3.5 mb-1 text-12 table-fixed"
            aria-label={t('measurements:reading.signals')}
          >
            <thead>
              <tr>
                <th scope="col">
                  <span className="vh">{t('measurements:reading.signal')}</span>
                </th>
                {(['mean', 'min', 'max'] as const).map((figure) => (
                  <th key={figure} scope="col" className="num">
                    {t(`measurements:reading.${figure}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {numbers.map(({ channel, colour }) => {
                const figures = selection.figures[channel.id];
                const text = (value: number | null | undefined, more = 0) =>
                  value == null ? '–' : format.number(value, channel.decimals === null ? null : channel.decimals + more);
                return (
                  <tr key={channel.id}>
                    <th scope="row">
                      <span className="flex items-center gap-1.75 min-w-0">
                        <i className={`sw bg-cat-${colour} text-cat-${colour}-on`} />
                        <span className="one-line" title={channel.name}>
                          {channel.unit ?? channel.name}
                        </span>
                      </span>
                    </th>
                    {channel.kind === 'counter' && selection.status !== 'loading' ? (
                      // A meter has no mean: from where to where it went, for which one column is too narrow.
                      <td className="num" colSpan={3}>
                        {text(figures?.min)}–{text(figures?.max)}
                      </td>
                    ) : (
                      (['mean', 'min', 'max'] as const).map((figure) => (
                        <td key={figure} className="num">
                          {selection.status === 'loading' ? <Skeleton width={32} /> : text(figures?.[figure], figure === 'mean' ? 1 : 0)}
                        </td>
                      ))
                    )}
                  </tr>
                );
              })}
            </tbody>
          </table>
        ) : null}
        <Energy work={work} channel={energy} span={span} />
        {selection ? (
          <div className="flex gap-1.5 pt-1 px-3.5 pb-2.5">
            <Button size="sm" icon={ZoomIn} onPress={() => series.zoom(selection.from, selection.to)}>
              {t('measurements:reading.zoom')}
            </Button>
            <IconButton size="sm" icon={X} label={t('measurements:reading.clear')} onPress={() => void series.select(null)} />
          </div>
        ) : null}
        <Cursor work={work} hidden={hidden} />
      </section>
    </aside>
  );
}

/** What the machine used meanwhile, and how much of it in losses. */
function Energy({ work, channel, span }: { work: Work; channel: Channel | null; span: TimeSpan }) {
  const t = useT();
  const format = useFormat();
  const { series, board, bounds, day, look, now } = work;
  const states = useStore(series.$series);
  const lane = useStore(board.$lane);
  const loaded = channel ? seriesOf(states[channel.id]) : null;
  const curve = useMemo(() => (loaded && channel ? energyCurve(loaded, channel) : null), [loaded, channel]);
  if (!curve || !loaded || span.to <= span.from) return null;
  // Readings come every so often: the first one after the beginning and the last one before the end are as near as they are apart.
  const slack = Math.max(MINUTE_MS, (loaded.bucket_us ?? 0) / 1_000, (bounds.to - bounds.from) / 100);
  const whole = energyIn(curve, [span], slack);
  if (whole === null) return null;
  const entries = day.lanes.get(lane) ?? [];
  const [first, end] = rangeIn(entries, span);
  const losses = entries
    .slice(first, end)
    .filter((entry) => look(entry).loss)
    .map((entry) => ({ from: Math.max(entry.from, span.from), to: Math.min(entry.to ?? now, span.to) }))
    .filter(({ from, to }) => to > from);
  const lost = energyIn(curve, losses, slack) ?? 0;
  const kwh = (value: number) => format.number(value, value < 10 ? 2 : 1);
  return (
    <dl className="tm-energy grid grid-cols-[1fr_auto] gap-y-0.5 gap-x-2 py-2 px-3.5 border-b border-b-line text-12 leading-[16px]">
      <dt className="first:font-medium">{t('measurements:reading.energy')}</dt>
      <dd className="num">
        {kwh(whole)} <span className="unit">kWh</span>
      </dd>
      {losses.length > 0 ? (
        <>
          <dt className="muted first:font-medium">{t('measurements:reading.energy_lost')}</dt>
          <dd className="num muted">
            {kwh(lost)} <span className="unit">kWh</span>
          </dd>
        </>
      ) : null}
    </dl>
  );
}

/** Comes with the first moment that is pointed at. */
function Cursor(props: { work: Work; hidden: ReadonlySet<string> }) {
  const { board } = props.work;
  const hover = useStore(board.$hover);
  const pinned = useStore(board.$pinned);
  return hover === null && pinned === null ? null : (
    <Boundary>
      <AtCursor {...props} />
    </Boundary>
  );
}
