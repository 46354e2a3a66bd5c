import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { $asOf, $connection, type Connection, FINE } from '../../lib/client/kernel/connection.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Status } from './Status.tsx';
import type { StatusKind } from './StatusLamp.tsx';

/** The last moment at which the server answered, while it doesn't; null while what is shown is live. */
export const useAsOf = (): number | null => useStore($asOf, { ssr: () => null });

/** What is known of the line to the server. */
export const useConnection = (): Connection => useStore($connection, { ssr: () => FINE });

/** What says how something is now: grey as long as nobody keeps it true. */
export const KEPT_TRUE = 'kept-true';

const DAY_MS = 86_400_000;

/** The moment as short as it can be told from now. */
export function useAsOfTime(asOf: number | null): string {
  const format = useFormat();
  if (asOf === null) return '';
  return Date.now() - asOf < DAY_MS / 2 ? format.time(asOf) : format.dateTime(asOf);
}

/** A state that the live stream keeps true. Without the stream its lamp goes grey, and it says as of when it was true; `brief` says so only by the tooltip. */
export function LiveStatus({
  kind,
  badge = false,
  brief = false,
  children,
}: {
  kind: StatusKind;
  badge?: boolean;
  brief?: boolean;
  children: ReactNode;
}) {
  const t = useT();
  const asOf = useAsOf();
  const time = useAsOfTime(asOf);
  if (asOf === null)
    return (
      <Status kind={kind} badge={badge}>
        {children}
      </Status>
    );
  const text = t('ui:as_of', { time });
  return (
    <span className="stale" title={brief ? text : undefined}>
      <Status kind={kind} badge={badge}>
        {children}
      </Status>
      {brief ? null : <small>{text}</small>}
    </span>
  );
}
