import { useStore } from '@nanostores/react';
import { ChartLine } from 'lucide-react';
import { useState } from 'react';
import { createVisitsView, detailRoute } from '../../lib/client/session/visits.store.ts';
import { browserVisits, onVisitsChange } from '../../lib/client/session/visits.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { ROUTE_ICONS } from '../shell/route-icons.ts';
import type { PageContext } from '../shell/Signed.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { Strip, StripLink, StripLinks } from './parts.tsx';

/** What was opened last, one tap away. Only the browser knows it; the line keeps its height meanwhile. */
export function GoOn({ context }: { context: PageContext }) {
  const t = useT();
  const locale = useLocale();
  const [store] = useState(() => createVisitsView(browserVisits, context.profile.id, context.organization, onVisitsChange));
  useStarted(store);
  const visits = useStore(store.$visits, { ssr: () => null });
  return (
    <Strip label={t('dashboard:go_on.title')}>
      {visits === null ? <Skeleton width={240} height={12} /> : null}
      {visits?.length === 0 ? <span className="muted one-line">{t('dashboard:go_on.none')}</span> : null}
      {visits?.length ? (
        <StripLinks>
          {visits.map(({ path, label }) => {
            const route = detailRoute(path);
            return route ? (
              <StripLink
                key={path}
                href={href(route.path, { id: route.id }, locale)}
                icon={<Icon of={ROUTE_ICONS[route.path] ?? ChartLine} size={14} />}
              >
                {label}
              </StripLink>
            ) : null;
          })}
        </StripLinks>
      ) : null}
    </Strip>
  );
}
