import { useStore } from '@nanostores/react';
import { useMemo, useRef } from 'react';
import { timeTicks } from '../../lib/client/charts/time-axis.ts';
import type { ReceivedCountsStore } from '../../lib/client/received-data/received-counts.store.ts';
import type { ReceivedCounts } from '../../lib/contract/received-data.ts';
import { RECEIVED_STATUSES, type ReceivedStatus } from '../../lib/contract/received-status.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { TimeRuler } from '../chart/TimeRuler.tsx';
import { useSize } from '../chart/useSize.ts';
import { useTimePlace } from '../shell/time-place.ts';
import { Zone } from '../shell/zone.ts';
import { CountChips } from '../ui/CountChips.tsx';
import { STATUS_LAMP } from './status.ts';

const HEIGHT = 40;
/** Even one message among thousands is seen. */
const LEAST = 2;
const FILLS: Record<ReceivedStatus, string> = {
  stored: 'fill-line-control',
  paused: 'fill-ink-3',
  partial: 'fill-late',
  rejected: 'fill-alarm',
  unparsed: 'fill-alarm',
};
/** From the bottom up: what went wrong lies on top, where it is seen. */
const STACKED: readonly ReceivedStatus[] = ['stored', 'paused', 'partial', 'rejected', 'unparsed'];

/** How many messages came into each state along the window of the list; a state pressed narrows the list to it. */
export default function Tally({
  store,
  day,
  state,
  onState,
}: {
  store: ReceivedCountsStore;
  /** The list has no window: what is counted is the last day. */
  day: boolean;
  state: ReceivedStatus | null;
  onState: (state: ReceivedStatus | null) => void;
}) {
  const t = useT();
  const format = useFormat();
  const counts = useStore(store.$counts);
  const place = useTimePlace();
  if (counts === null) return null;
  const note =
    counts.since === null
      ? day
        ? t('received-data:tally.day')
        : null
      : t('received-data:tally.newest', { n: format.number(counts.total), time: format.dateTime(counts.since) });
  return (
    <>
      <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-4">
        <div className="max-w-full min-w-0 slim:overflow-x-auto slim:pr-6 slim:[mask-image:linear-gradient(90deg,#000_calc(100%-24px),transparent)] slim:[scrollbar-width:none]">
          <CountChips
            label={t('received-data:tally.label')}
            total={counts.total}
            options={RECEIVED_STATUSES.map((id) => ({
              id,
              text: t(`received-data:status.${id}`),
              count: counts.by[id],
              lamp: STATUS_LAMP[id],
            }))}
            value={state}
            onChange={onState}
          />
        </div>
        {note === null ? null : <span className="soft">{note}</span>}
      </div>
      <Zone value={place.zone}>
        <Bars counts={counts} state={state} zone={place.zone} />
      </Zone>
    </>
  );
}

function Bars({ counts, state, zone }: { counts: ReceivedCounts; state: ReceivedStatus | null; zone: string }) {
  const box = useRef<HTMLDivElement>(null);
  const { width } = useSize(box);
  const window = useMemo(() => ({ from: Date.parse(counts.from), to: Date.parse(counts.to) }), [counts.from, counts.to]);
  const scale = useMemo(() => timeTicks(window.from, window.to, Math.max(width, 200), zone), [window, width, zone]);
  const shown = state === null ? STACKED : [state];
  const sums = counts.buckets.map(({ by }) => shown.reduce((sum, one) => sum + by[one], 0));
  const most = Math.max(1, ...sums);
  const perMs = width / (window.to - window.from);
  const step = counts.bucket_s * 1_000 * perMs;
  return (
    <div ref={box}>
      <svg className="block" width={width} height={HEIGHT} aria-hidden="true">
        {counts.buckets.map(({ at, by }) => {
          const x = (Date.parse(at) - window.from) * perMs;
          let y = HEIGHT;
          return shown.map((one) => {
            if (by[one] === 0) return null;
            const height = Math.max(LEAST, (by[one] / most) * (HEIGHT - STACKED.length * LEAST));
            y -= height;
            return (
              <rect
                key={`${at} ${one}`}
                className={FILLS[one]}
                x={x}
                y={y}
                width={Math.max(1, Math.min(step, width - x) - (step > 4 ? 1 : 0))}
                height={height}
              />
            );
          });
        })}
      </svg>
      <TimeRuler window={window} width={width} scale={scale} />
    </div>
  );
}
