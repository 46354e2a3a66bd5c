import { useStore } from '@nanostores/react';
import { Bookmark, BookmarkPlus, Pencil, Save, Trash2, Undo2, Users } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { columnsOf, columnsText, createSavedViews, isChanged, queryOf, queryText } from '../../lib/client/saved-views/saved-views.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { SavedView } from '../../lib/contract/saved-views.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { putQuery } from '../shell/Signed.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Menu, MenuItem, MenuSeparator } from '../ui/Menu.tsx';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';
import type { ViewsProps } from './Views.tsx';

await ready('lists');

const ViewDialog = part(() => import('./ViewDialog.tsx'));

const NONE: readonly SavedView[] = [];
const inAddress = () => new URLSearchParams(location.search).get('view');

/** The views of a list, and what can be done with the one that is shown. */
export default function ViewsMenu({ context, list, query, onQuery, columns, paged }: ViewsProps) {
  const t = useT();
  const [store] = useState(() => createSavedViews(browserDeps(context.organization), list));
  useStarted(store);
  const state = useStore(store.$state);
  const views = state.status === 'ready' ? state.data : NONE;
  const [active, setActive] = useState(() => paged?.id ?? inAddress());
  const [asking, setAsking] = useState<'new' | 'edit' | null>(null);
  const shown = views.find(({ id }) => id === active) ?? null;
  const chosen = columns?.chosen ?? null;
  const changed = shown !== null && isChanged(shown, query, chosen);

  const name = (id: string | null) => {
    setActive(id);
    if (!paged) putQuery({ view: id });
  };
  const known = state.status === 'ready';
  const onShown = paged?.onShown;
  useEffect(() => {
    if (known) onShown?.(shown && { id: shown.id, name: shown.name, changed });
  }, [onShown, known, shown, changed]);
  const show = (view: SavedView) => {
    onQuery(queryOf(view.query));
    columns?.choose(columnsOf(view.columns));
    name(view.id);
  };
  // Whoever came by a link that only names the view sees what it says. A page of the view came with that: what was changed on it before the views
  // were known stays.
  const led = useRef(paged?.id != null && Object.keys(query).length > 0);
  useEffect(() => {
    if (shown === null || led.current) return;
    led.current = true;
    const address = new URLSearchParams(location.search);
    if (!Object.keys(query).some((part) => address.has(part))) show(shown);
  });
  // Nothing is narrowed any more: that is no change of the view, it was left.
  const left = shown !== null && shown.query !== '' && queryText(query) === '';
  const wasShown = useRef(false);
  useEffect(() => {
    if (shown !== null && !left) wasShown.current = true;
    else if (left && wasShown.current) {
      wasShown.current = false;
      name(null);
    }
  });

  const now = { query: queryText(query), columns: columnsText(chosen ?? {}) };
  const refuse = (error: unknown) => toast({ kind: 'alarm', text: `${t('lists:views.failed')} ${t(`errors:${failureOf(error).code}`)}` });
  const save = (view: SavedView, patch: Parameters<typeof store.save>[1], text: string, back?: Parameters<typeof store.save>[1]) =>
    store.save(view, patch).then((saved) => {
      toast({
        text,
        ...(back ? { action: { text: t('ui:bulk.undo'), run: () => void store.save(saved, back).catch(refuse) } } : {}),
      });
      return saved;
    });
  const remove = (view: SavedView) => {
    name(null);
    save(view, { archived: true }, t('lists:views.deleted', { name: view.name }), { archived: false }).catch(refuse);
  };

  const keep = () => {
    if (shown) save(shown, now, t('lists:views.saved', { name: shown.name }), { query: shown.query, columns: shown.columns }).catch(refuse);
  };

  return (
    <>
      {paged && shown && changed ? (
        <>
          <Button variant="ghost" size="sm" icon={Undo2} onPress={() => show(shown)}>
            {t('lists:views.discard')}
          </Button>
          {shown.editable ? (
            <Button size="sm" icon={Save} onPress={keep}>
              {t('lists:views.submit')}
            </Button>
          ) : null}
        </>
      ) : null}
      <Menu
        placement="bottom end"
        label={t('lists:views.title')}
        trigger={
          <Button variant="ghost" size="sm" icon={Bookmark} tool={shown === null || paged !== undefined}>
            {shown === null || paged ? t('lists:views.title') : <span className="one-line max-w-40">{shown.name}</span>}
            {changed && !paged ? <span className="muted">{t('lists:views.changed')}</span> : null}
          </Button>
        }
      >
        {views.map((view) => (
          <MenuItem key={view.id} id={view.id} text={view.name} checked={view.id === active} onAction={() => show(view)}>
            <span className="flex items-center justify-between gap-4">
              <span className="one-line">{view.name}</span>
              {view.workspace_id === null ? null : (
                <span className="muted inline-flex items-center gap-1">
                  <Icon of={Users} size={14} />
                  <span className="vh">{t('lists:views.shared')}</span>
                </span>
              )}
            </span>
          </MenuItem>
        ))}
        {views.length > 0 ? <MenuSeparator /> : null}
        {shown?.editable && changed ? (
          <MenuItem id="save" icon={Save} onAction={keep}>
            {t('lists:views.save', { name: shown.name })}
          </MenuItem>
        ) : null}
        {shown && changed ? (
          <MenuItem id="reset" onAction={() => show(shown)}>
            {t('lists:views.reset')}
          </MenuItem>
        ) : null}
        <MenuItem id="new" icon={BookmarkPlus} onAction={() => setAsking('new')}>
          {t('lists:views.new')}
        </MenuItem>
        {shown?.editable ? (
          <MenuItem id="edit" icon={Pencil} onAction={() => setAsking('edit')}>
            {t('lists:views.edit')}
          </MenuItem>
        ) : null}
        {shown?.editable ? (
          <MenuItem id="delete" icon={Trash2} danger onAction={() => remove(shown)}>
            {t('lists:views.delete')}
          </MenuItem>
        ) : null}
      </Menu>
      {asking === null ? null : (
        <Boundary instead={null} onFailure={() => setAsking(null)}>
          <ViewDialog
            context={context}
            list={list}
            view={asking === 'edit' ? shown : null}
            onClose={() => setAsking(null)}
            onSave={async (patch) => {
              if (asking === 'edit' && shown) await save(shown, patch, t('lists:views.saved', { name: patch.name }));
              else {
                const made = await store.create({ ...patch, ...now });
                toast({ text: t('lists:views.saved', { name: made.name }) });
                led.current = true;
                name(made.id);
              }
              setAsking(null);
            }}
          />
        </Boundary>
      )}
    </>
  );
}
