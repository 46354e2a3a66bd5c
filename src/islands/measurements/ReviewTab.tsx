import type { Conflict } from '../../lib/domain/taps/entries.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { Button } from '../ui/Button.tsx';
import { StatusLamp } from '../ui/StatusLamp.tsx';
import { Unbroken } from '../ui/Unbroken.tsx';
import type { Work } from './work.ts';

await ready('measurement-tabs');

/** What did not go together, in plain words; nothing was thrown away because of it. */
export default function ReviewTab({ work }: { work: Work }) {
  const t = useT();
  const format = useFormat();
  const { day, look, laneName, board, lanes, shown } = work;
  const taps = new Map(day.order.map(({ tap }) => [tap.id, tap]));
  const momentOf = (id: string) => day.taps.get(id)?.at ?? taps.get(id)?.at ?? null;
  const wordsOf = (id: string | undefined) => {
    const corrected = id === undefined ? undefined : day.taps.get(id);
    if (!corrected) return t('measurements:kind.unknown');
    return look({
      kind: corrected.tap.kind === 'pause' ? 'pause' : corrected.activity === null ? 'unassigned' : 'state',
      activity: corrected.activity,
    }).name;
  };
  const text = ({ kind, tap, other, offset }: Conflict): string => {
    const lane = laneName(taps.get(tap)?.lane ?? lanes[0]?.id ?? '');
    const at = momentOf(tap);
    const time = at === null ? '' : shown.time(at);
    return t(`measurement-tabs:conflict.${kind}`, {
      time,
      lane,
      what: wordsOf(tap),
      other: wordsOf(other),
      offset: format.interval(Math.round(Math.abs(offset ?? 0) / 1_000)),
      fast: (offset ?? 0) < 0 ? t('measurement-tabs:conflict.fast') : t('measurement-tabs:conflict.slow'),
    });
  };
  const show = (conflict: Conflict) => {
    const entry = day.entries.get(conflict.tap) ?? (conflict.other ? day.entries.get(conflict.other) : undefined);
    board.$pinned.set(momentOf(conflict.tap));
    board.$selected.set(new Set(entry ? [entry.id] : []));
    if (entry) board.$lane.set(entry.lane);
    history.replaceState(history.state, '', location.pathname + location.search);
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  };
  return (
    <div className="max-w-215 py-4 px-5 slim:px-4">
      <p className="soft">{t('measurement-tabs:review.text')}</p>
      <ul>
        {day.timeline.conflicts.map((conflict, index) => (
          <li
            key={`${conflict.kind} ${conflict.tap} ${index}`}
            className="grid grid-cols-[12px_minmax(0,1fr)_auto] items-center gap-2.5 border-b border-b-line py-2.5"
          >
            <StatusLamp kind="late" />
            <span className="flex flex-col">
              <b className="font-medium">{t(`measurement-tabs:conflict.name.${conflict.kind}`)}</b>
              <span className="soft">
                <Unbroken>{text(conflict)}</Unbroken>
              </span>
            </span>
            {momentOf(conflict.tap) === null ? null : (
              <span className="slim:col-start-2 slim:justify-self-start">
                <Button size="sm" onPress={() => show(conflict)}>
                  {t('measurement-tabs:review.open')}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
