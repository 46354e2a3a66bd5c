import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { type Definition, MAX_PAGE_NAME, MAX_PAGES } from '../../lib/contract/screens.ts';
import { addPage, movePage, namePage, putPageBack, withoutPage } from '../../lib/domain/screens/page-changes.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { toast } from '../ui/toasts.ts';
import type { Change } from './editor.ts';
import { pageName } from './faces.ts';
import { NameField } from './NameField.tsx';
import { SettingsList } from './SettingsList.tsx';

await ready('panel-pages');

export interface PagesProps {
  draft: Definition;
  canWrite: boolean;
  /** The draft as it is by now: a page that was removed comes back into it. */
  latest: () => Definition | null;
  /** A page is to be in sight. */
  onTurn: (page: string) => void;
  onChange: Change;
}

/** Pages of buttons; a panel whose buttons are all in one grid has none. */
export default function Pages({ draft, canWrite, latest, onTurn, onChange }: PagesProps) {
  const t = useT();
  const pages = draft.pages ?? [];
  const last = pages.length - 1;
  const add = () => {
    const added = addPage(draft);
    if (!added) return;
    onChange(added.draft, t('panel-pages:added'));
    onTurn(added.page);
  };
  const remove = (id: string) => {
    const text = t('panel-pages:removed', { name: pageName(draft, id, t) });
    onChange(withoutPage(draft, id), text);
    const back = () => {
      const now = latest();
      if (now) onChange(putPageBack(now, draft, id));
    };
    toast({ text, action: { text: t('screens:undo'), run: back } });
  };
  return (
    <SettingsList
      title={t('screens:pages.title')}
      text={t('panel-pages:text', { most: MAX_PAGES })}
      add={canWrite ? { text: t('panel-pages:add'), isDisabled: pages.length >= MAX_PAGES, run: add, autoFocus: pages.length === 0 } : null}
    >
      <ul className="grid gap-1.5 empty:hidden">
        {pages.map(({ id, name }, at) => (
          <li className="flex items-center gap-1.5" key={id}>
            <span className="min-w-0 flex-1">
              <NameField
                label={t('panel-pages:name')}
                placeholder={pageName(draft, id, t)}
                value={name}
                maxLength={MAX_PAGE_NAME}
                canWrite={canWrite}
                onChange={(next) => onChange(namePage(draft, id, next))}
              />
            </span>
            {canWrite ? (
              <>
                <IconButton
                  icon={ArrowUp}
                  size="sm"
                  isDisabled={at === 0}
                  label={t('panel-pages:earlier', { name: pageName(draft, id, t) })}
                  onPress={() => onChange(movePage(draft, id, -1))}
                />
                <IconButton
                  icon={ArrowDown}
                  size="sm"
                  isDisabled={at === last}
                  label={t('panel-pages:later', { name: pageName(draft, id, t) })}
                  onPress={() => onChange(movePage(draft, id, 1))}
                />
                <IconButton
                  icon={Trash2}
                  size="sm"
                  label={t('panel-pages:remove', { name: pageName(draft, id, t) })}
                  onPress={() => remove(id)}
                />
              </>
            ) : null}
          </li>
        ))}
      </ul>
    </SettingsList>
  );
}
