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
    <div ref={mark} className="py-4 px-5">
      {more === 'failed' ? <Button onPress={onMore}>{t('audit-events:more')}</Button> : <Skeleton width={220} />}
    </div>
  );
}

/** Who did it: by name, as a key or a logger, or the program itself. */
function Actor({ event: { actor_kind, actor_name, all_orgs } }: { event: AuditEvent }) {
  const t = useT();
  return (
    <span className="two">
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
    <details className="event" name="audit-event">
      <summary>
        <Icon of={ChevronRight} size={14} />
        <time dateTime={event.at}>{format.dateTime(event.at, 'second')}</time>
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
    <div className="changes grid gap-2 pt-3 pr-5 pb-4 pl-[calc(var(--s-5)_+_26px)] bg-ground border-b border-b-line phone:px-4">
      {fields.length === 0 ? <p className="muted">{t('audit-events:no_fields')}</p> : null}
      {fields.length > 0 ? (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('audit-events:column.field')}</th>
              {event.before ? <th scope="col">{t('audit-events:column.before')}</th> : null}
              {event.after ? <th scope="col">{t('audit-events:column.after')}</th> : null}
            </tr>
          </thead>
          <tbody>
            {fields.map((one) => (
              <tr key={one.field}>
                <th scope="row">{fieldName(t, one.field)}</th>
                {event.before ? <td className="before">{written(one, one.before, words)}</td> : null}
                {event.after ? <td className="after">{written(one, one.after, words)}</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <p className="request muted">{t('audit-events:ids', { row: event.entity_id ?? '–', request: event.request_id ?? '–' })}</p>
    </div>
  );
}

/** In the shape of the rows that come. */
export function EventsWaiting() {
  const t = useT();
  return (
    <ol className="events" aria-busy="true" aria-label={t('audit-events:list')}>
      {Array.from({ length: 8 }, (_, index) => (
        <li key={index} className="event waiting [content-visibility:auto] [contain-intrinsic-size:auto_44px]">
          <Skeleton width={110} />
          <Skeleton width={180} />
          <Skeleton width={96} />
        </li>
      ))}
    </ol>
  );
}
