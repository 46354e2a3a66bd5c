import { useStore } from '@nanostores/react';
import { FileText, Image } from 'lucide-react';
import { useState } from 'react';
import { createNewestFiles } from '../../lib/client/files/newest-files.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { Machine } from '../../lib/contract/machines.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useStarted } from '../ui/useStarted.ts';

const SHOWN = 4;

/** The newest files of the machine; all of them are on their tab. */
export function NewestFiles({ deps, row }: { deps: StoreDeps; row: Machine }) {
  const t = useT();
  const format = useFormat();
  const [store] = useState(() => createNewestFiles(deps, { entity: 'machines', entity_id: row.id }));
  useStarted(store);
  const state = useStore(store.$state);
  const files = state.status === 'ready' ? state.data : [];
  return (
    <Panel
      title={t('machines:files.title')}
      actions={
        <a className="link text-12" href="#files">
          {state.status === 'ready' && files.length > SHOWN ? t('machines:files.all', { count: files.length }) : t('machines:files.open')}
        </a>
      }
    >
      {state.status === 'loading' ? (
        <div className="p-3" aria-busy="true">
          <Skeleton width={160} height={14} />
        </div>
      ) : state.status === 'error' ? (
        <p className="soft p-3">{t(`errors:${state.code}`)}</p>
      ) : files.length === 0 ? (
        <p className="soft p-3">{t('machines:files.none')}</p>
      ) : (
        <ul aria-label={t('machines:files.title')}>
          {files.slice(0, SHOWN).map((file) => (
            <li
              key={file.id}
              className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-2.5 px-3 py-1.5 not-first:border-t not-first:border-t-line [&>.i]:text-ink-3"
            >
              <Icon of={file.width === null ? FileText : Image} size={16} />
              <span className="two">
                <span className="one-line" title={file.name}>
                  {file.name}
                </span>
                <small>{format.dateTime(file.created_at)}</small>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
