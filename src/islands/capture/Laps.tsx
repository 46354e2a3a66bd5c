import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import type { Running } from '../../lib/client/capture/capture.store.ts';
import type { DurationFormat } from '../../lib/contract/formats.ts';
import type { Panel } from '../../lib/contract/screens.ts';
import { formatter } from '../../lib/i18n/format.ts';
import { useLanguage, useT } from '../../lib/i18n/words.tsx';
import { categoryStyle } from '../ui/category-style.ts';
import { lapsOf } from './laps.ts';

/** More are on the page of the measurement. */
const MOST = 50;

/** What was finished last, the newest on top; a study in hundredths. As high as its place, however many there are. */
export const Laps = memo(function Laps({
  panel,
  faces,
  running,
  duration,
}: {
  panel: Panel;
  faces: ReadonlyMap<string, Panel['activities'][number]>;
  running: Running;
  duration: DurationFormat | undefined;
}) {
  const t = useT();
  const { locale, timeZone, habits } = useLanguage();
  const format = useMemo(
    () => formatter(locale, timeZone, { ...habits, ...(duration && { duration }) }),
    [locale, timeZone, habits, duration],
  );
  const decimals = panel.method === 'study' ? 2 : 0;
  const laps = useMemo(() => lapsOf(running, format.grain(decimals), MOST), [running, format, decimals]);
  const list = useRef<HTMLOListElement>(null);
  const newest = laps[0]?.entry.id;
  useLayoutEffect(() => void list.current?.scrollTo({ top: 0 }), [newest]);
  const { lanes } = panel.definition;
  return (
    <section
      className="cap-laps grid h-32 max-h-full min-h-0 grid-cols-1 rounded-2 bg-surface [grid-area:day] wide:h-auto wide:flex-[1_1_64px]"
      aria-label={t('capture:laps')}
    >
      {laps.length === 0 ? <p className="px-3.5 py-2 text-14 leading-5 text-ink-3">{t('capture:laps_none')}</p> : null}
      <ol
        ref={list}
        className="min-h-0 overflow-y-auto overscroll-contain px-3.5 py-1.5 [overflow-anchor:none] empty:hidden"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        tabIndex={0}
      >
        {laps.map(({ entry, length, cycle }) => {
          const face = faces.get(entry.activity ?? '');
          return (
            <li key={entry.id} className="flex items-center gap-2.5 text-14 leading-[23px]">
              {cycle === null ? null : (
                <small className="min-w-[3ch] flex-none text-13 text-ink-3">
                  <span className="vh">{t('capture:now.cycle', { no: format.number(cycle) })}</span>
                  <span aria-hidden="true">{format.number(cycle)}</span>
                </small>
              )}
              <i
                className={`relative size-2.5 flex-none bg-[var(--c,var(--line-2))] before:absolute before:inset-0 ${face?.loss ? 'loss' : ''}`}
                style={face ? categoryStyle(face.color) : undefined}
              />
              <span className="min-w-0 truncate">
                {face?.name ?? t(entry.kind === 'pause' ? 'capture:now.paused' : 'capture:now.unassigned')}
                {lanes.length > 1 ? <small className="text-12 text-ink-3"> {lanes.find(({ id }) => id === entry.lane)?.name}</small> : null}
              </span>
              <b className="ml-auto flex-none font-semi whitespace-nowrap [font-feature-settings:'tnum']">
                {format.duration(length / 1_000, decimals)}
              </b>
              {panel.definition.ratings.length > 0 ? (
                <span className="min-w-[3.5ch] flex-none text-right text-ink-2 [font-feature-settings:'tnum']">
                  {entry.rating === null ? (
                    ''
                  ) : (
                    <>
                      <span className="vh">{t('capture:rating_short')}</span> {format.number(entry.rating)}
                    </>
                  )}
                </span>
              ) : null}
            </li>
          );
        })}
      </ol>
    </section>
  );
});
