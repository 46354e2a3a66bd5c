import { Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type Definition, MAX_PAGES } from '../../lib/contract/screens.ts';
import { addPage } from '../../lib/domain/screens/page-changes.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import type { Change } from './editor.ts';
import { pageName } from './faces.ts';

await ready('panel-pages');

/** Which page of the panel is in sight; of a panel without pages nothing. */
export default function PageTabs({
  draft,
  page,
  canWrite,
  onTurn,
  onChange,
}: {
  draft: Definition;
  page: string;
  canWrite: boolean;
  onTurn: (page: string) => void;
  onChange: Change;
}) {
  const t = useT();
  const tabs = useRef<HTMLDivElement>(null);
  const before = useRef(page);
  // On a phone not all of them have room.
  useEffect(() => {
    if (before.current !== page) tabs.current?.querySelector('[data-selected]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    before.current = page;
  }, [page]);
  if (!draft.pages) return null;
  const add = () => {
    const added = addPage(draft);
    if (!added) return;
    onChange(added.draft, t('panel-pages:added'));
    onTurn(added.page);
  };
  return (
    <div className="flex items-center gap-2 print:hidden">
      <div ref={tabs} className="min-w-0 overflow-x-auto">
        <Segmented
          label={t('screens:pages.title')}
          value={page}
          options={draft.pages.map(({ id }) => ({ id, label: pageName(draft, id, t) }))}
          onChange={onTurn}
        />
      </div>
      {canWrite && draft.pages.length < MAX_PAGES ? <IconButton icon={Plus} size="sm" label={t('panel-pages:add')} onPress={add} /> : null}
    </div>
  );
}
