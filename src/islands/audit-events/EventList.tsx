import { ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { AuditEventsState } from '../../lib/client/audit-events/audit-events.store.ts';
import { type AuditEvent, changedFields } from '../../lib/contract/audit-events.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Status } from '../ui/Status.tsx';
import { fieldName, type Names, subjectOf, verbName, written } from './words.ts';

const ROW = 'grid gap-3 items-center min-h-(--row) py-1 px-5 border-b border-b-line';
const CELL = 'py-1.25 pr-2.5 pl-0 text-left align-top whitespace-pre-line wrap-anywhere border-b';
const HEAD = `${CELL} text-11 leading-4 font-medium text-ink-3 border-b-line-2`;
/** On phones the name of a field has a line of its own, so that its values have room. */
const LINE = 'phone:flex phone:flex-wrap';
const NAME = 'phone:basis-full phone:pb-0 phone:border-b-0';
const VALUE = 'phone:flex-1';

/** Changes, the newest first; each opens to show what it changed. Older ones come as one scrolls. */
export function EventList({
  state,
  names,
  onMore,
}: {
  state: Extract<AuditEventsState, { status: 'ready' }>;
  names: Names;
  onMore: () => void;
}) {
  const t = useT();
  return (
    <>
      <ol className="events" aria-label={t('audit-events:list')}>
        {state.rows.map((event) => (
          <li className="[content-visibility:auto] [contain-intrinsic-size:auto_44px]" key={event.id}>
            <Event event={event} names={names} />
          </li>
        ))}
      </ol>
      {state.next === null ? <p className="py-4 px-5 muted">{t('audit-events:end')}</p> : <More of={state} onMore={onMore} />}
    </>
  );
}

/** Asks for older changes when it comes near the screen; the button is for when that failed. */
function More({ of: { more, next }, onMore }: { of: Extract<AuditEventsState, { status: 'ready' }>; onMore: () => void }) {
  const t = useT();
  const mark = useRef<HTMLDivElement>(null);
  const latest = useRef(onMore);
  latest.current = onMore;
  useEffect(() => {
    if (!mark.current || more !== 'idle' || next === null) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), { rootMargin: '600px' });
    watch.observe(mark.current);
    return () => watch.disconnect();
  }, [more, next]);
  return (
    <div ref={mark} className="min-h-14 py-4 px-5">
      {more === 'failed' ? <Button onPress={onMore}>{t('audit-events:more')}</Button> : null}
      {more === 'loading' ? <Skeleton width={220} /> : null}
    </div>
  );
}

/** Who did it: by name, as a key or a logger, or the program itself. */
function Actor({ event: { actor_kind, actor_name, all_orgs } }: { event: AuditEvent }) {
  const t = useT();
  return (
    <span className="two phone:row-span-2 phone:row-start-1 phone:col-start-3 phone:max-w-[40vw] phone:text-right">
      <span>{actor_kind === 'system' ? t('audit-events:actor.system') : (actor_name ?? t('audit-events:actor.gone'))}</span>
      {all_orgs ? <Status kind="info">{t('audit-events:actor.all_orgs')}</Status> : null}
      {actor_kind === 'key' || actor_kind === 'device' ? <small>{t(`audit-events:actor.${actor_kind}`)}</small> : null}
    </span>
  );
}

function Event({ event, names }: { event: AuditEvent; names: Names }) {
  const t = useT();
  const format = useFormat();
  const subject = subjectOf(event);
  const what = verbName(t, event.verb);
  const where = event.workspace_id === null ? null : names.workspace(event.workspace_id);
  return (
    <details className="group bg-surface" name="audit-event">
      <summary
        className={`${ROW} grid-cols-[14px_156px_minmax(0,2fr)_minmax(0,1fr)] cursor-pointer list-none hover:bg-hover focus-visible:shadow-inside phone:grid-cols-[14px_minmax(0,1fr)_auto] phone:gap-y-0 phone:py-1.5 phone:px-4 [&::-webkit-details-marker]:hidden`}
      >
        <Icon of={ChevronRight} size={14} className="text-ink-3 transition-transform duration-1 group-open:rotate-90" />
        <time className="text-12 text-ink-2 phone:row-start-2 phone:col-start-2" dateTime={event.at}>
          {format.dateTime(event.at, 'second')}
        </time>
        <span className="two">
          <span className="med">{subject ?? what}</span>
          <small>{[subject === null ? null : what, where].filter(Boolean).join(' · ')}</small>
        </span>
        <Actor event={event} />
      </summary>
      <Changes event={event} names={names} />
    </details>
  );
}

/** Both values of each field that was changed. */
function Changes({ event, names }: { event: AuditEvent; names: Names }) {
  const t = useT();
  const format = useFormat();
  const words = { t, format, names };
  // The id stands below, with that of the request.
  const fields = changedFields(event).filter(({ field }) => field !== 'id');
  return (
    <div className="grid gap-2 pt-3 pr-5 pb-4 pl-[calc(var(--s-5)_+_26px)] bg-ground border-b border-b-line phone:px-4">
      {fields.length === 0 ? <p className="muted">{t('audit-events:no_fields')}</p> : null}
      {fields.length > 0 ? (
        <table className="w-full max-w-225 table-fixed border-collapse">
          <thead className="phone:block">
            <tr className={LINE}>
              <th scope="col" className={`${HEAD} ${NAME}`}>
                {t('audit-events:column.field')}
              </th>
              {event.before ? (
                <th scope="col" className={`${HEAD} ${VALUE}`}>
                  {t('audit-events:column.before')}
                </th>
              ) : null}
              {event.after ? (
                <th scope="col" className={`${HEAD} ${VALUE}`}>
                  {t('audit-events:column.after')}
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody className="phone:block">
            {fields.map((one) => (
              <tr key={one.field} className={LINE}>
                <th scope="row" className={`${CELL} ${NAME} font-regular text-ink-2 border-b-line`}>
                  {fieldName(t, one.field)}
                </th>
                {event.before ? <td className={`${CELL} ${VALUE} text-ink-2 border-b-line`}>{written(one, one.before, words)}</td> : null}
                {event.after ? <td className={`${CELL} ${VALUE} font-medium border-b-line`}>{written(one, one.after, words)}</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <p className="muted font-mono text-11 leading-4 wrap-anywhere">
        {t('audit-events:ids', { row: event.entity_id ?? '–', request: event.request_id ?? '–' })}
      </p>
    </div>
  );
}

/** In the shape of the rows that come. */
export function EventsWaiting() {
  const t = useT();
  return (
    <ol className="events" aria-busy="true" aria-label={t('audit-events:list')}>
      {Array.from({ length: 8 }, (_, index) => (
        <li
          key={index}
          className={`${ROW} grid-cols-[170px_minmax(0,2fr)_minmax(0,1fr)] bg-surface [content-visibility:auto] [contain-intrinsic-size:auto_44px]`}
        >
          <Skeleton width={110} />
          <Skeleton width={180} />
          <Skeleton width={96} />
        </li>
      ))}
    </ol>
  );
}
