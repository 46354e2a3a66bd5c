import { useStore } from '@nanostores/react';
import { indexAt, nearestIndex, stateOf } from '../../lib/client/charts/series.ts';
import { entryAt } from '../../lib/domain/time-study/spans.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ChannelValue } from '../chart/ChannelValue.tsx';
import { isAhead, seriesOf } from '../chart/model.ts';
import { Status } from '../ui/Status.tsx';
import type { Work } from './work.ts';

/** What goes on at the cursor, on every lane and in every signal. */
export default function AtCursor({
  work: { board, day, lanes, laneName, now, look, series, narrow, channels, shown },
  hidden,
}: {
  work: Work;
  hidden: ReadonlySet<string>;
}) {
  const t = useT();
  const format = useFormat();
  const hover = useStore(board.$hover);
  const pinned = useStore(board.$pinned);
  const states = useStore(series.$series);
  const at = hover ?? pinned;
  const { counts, counted } = day.timeline;
  if (at === null) return null;
  return (
    <div className="tm-cursor py-2 px-3.5 border-t border-t-ink text-12 leading-[20px]">
      <span className="rounded-[1px] bg-ink px-1.5 text-11 font-semi whitespace-nowrap text-surface leading-4">{shown.time(at)}</span>
      <ul>
        {lanes.map(({ id }) => {
          const entry = entryAt(day.lanes.get(id) ?? [], at, now);
          if (!entry) return null;
          return (
            <li key={id}>
              <span className="muted">{laneName(id)}</span> <b>{look(entry).name}</b>{' '}
              <span className="muted num">
                {shown.length(entry.from, at)} / {shown.length(entry.from, entry.to ?? now)}
              </span>{' '}
              {Object.values(entry.references ?? {}).join(' · ')}
            </li>
          );
        })}
        {[...counts].map(([activity, total]) => (
          <li key={activity}>
            <span className="muted">{look({ kind: 'state', activity }).name}</span>{' '}
            <b className="num">
              {format.number(counted.reduce((sum, one) => (one.activity === activity && one.at <= at ? sum + one.by : sum), 0))}
            </b>{' '}
            <span className="muted num">/ {format.number(total)}</span>
          </li>
        ))}
        {channels
          .filter(({ id }) => !hidden.has(id))
          .map((channel) => {
            const found = seriesOf(states[channel.id]);
            if (!found) return null;
            const lasting = channel.kind === 'state' || channel.kind === 'text';
            const index = lasting ? indexAt(found.ts, at * 1_000) : nearestIndex(found.ts, at * 1_000 - (found.bucket_us ?? 0) / 2);
            const number = found.last[index] ?? null;
            const ahead = isAhead(found, index);
            const value =
              channel.kind === 'text'
                ? (found.text?.[index] ?? null)
                : channel.kind === 'state' && number !== null
                  ? stateOf(number)
                  : number;
            return (
              // The picture shows numbers where the line is; here they are for those who can't see it.
              <li key={channel.id} className={lasting || narrow || ahead ? undefined : 'vh'}>
                <span className="muted">{channel.name}</span> <ChannelValue value={value} of={channel} />
                {ahead ? <Status kind="late">{t('measurements:signal.ahead')}</Status> : null}
              </li>
            );
          })}
      </ul>
    </div>
  );
}
