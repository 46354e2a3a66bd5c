import { useStore } from '@nanostores/react';
import { createContext, useContext } from 'react';
import type { Moment } from '../../lib/i18n/format.ts';
import { useFormat } from '../../lib/i18n/react.tsx';
import { $now } from './clock.ts';

/** The moment at which the server rendered the page, milliseconds; lets the first render agree with the server's. */
export const RenderedAt = createContext<number | null>(null);

/** The present moment, ticking once a second. */
export function useNow(): number {
  const renderedAt = useContext(RenderedAt);
  const now = useStore($now, { ssr: () => renderedAt ?? 0 });
  return now || (renderedAt ?? Date.now());
}

/** Time since a moment, `21 s ago`, that keeps ticking; the exact moment is in the tooltip of the browser. */
export function Age({ of, late }: { of: Moment; late?: boolean }) {
  const format = useFormat();
  const now = useNow();
  const moment = of instanceof Date ? of : new Date(of);
  return (
    <time
      className={late ? 'age late' : 'age'}
      dateTime={moment.toISOString()}
      title={format.dateTime(moment, 'second')}
      suppressHydrationWarning
    >
      {format.age(moment, now)}
    </time>
  );
}
