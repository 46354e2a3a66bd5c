import { useStore } from '@nanostores/react';
import { Archive, ArchiveRestore, Pencil } from 'lucide-react';
import { useState } from 'react';
import { createTaxonomies, type TaxonomiesStore } from '../../lib/client/activities/taxonomies.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { Taxonomy } from '../../lib/contract/taxonomies.ts';
import { colorOf } from '../../lib/domain/taxonomies/taxonomy-rules.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { failureOf } from '../ui/problem.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Status } from '../ui/Status.tsx';
import { Tag } from '../ui/Tag.tsx';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';
import { ColorSwatch } from './ActivityMark.tsx';
import { asTree } from './tree.ts';

await ready('activities', 'forms');

const TaxonomyDialog = part(() => import('./TaxonomyDialog.tsx'));

/** Tab of `/tm/screens`: by what activities are sorted, in the whole organisation. */
export default function TaxonomiesTab({
  deps,
  canWrite,
  adding,
  onClose,
}: {
  deps: StoreDeps;
  canWrite: boolean;
  adding: boolean;
  onClose: () => void;
}) {
  const t = useT();
  const [store] = useState(() => createTaxonomies(deps));
  useStarted(store);
  const state = useStore(store.$state);
  const [editing, setEditing] = useState<Taxonomy | null>(null);
  const close = () => {
    setEditing(null);
    onClose();
  };
  if (state.status === 'error') return <ErrorState error={state.code} onRetry={() => void store.load()} />;
  return (
    <div className="grid max-w-260 grid-cols-1 gap-6 p-5 max-[761px]:p-4">
      <p className="soft">{t(canWrite ? 'activities:taxonomies.text' : 'activities:taxonomies.read_only')}</p>
      {state.status === 'loading'
        ? [220, 180, 260].map((width) => <Skeleton key={width} width={width} height={16} />)
        : state.rows.map((row) => <Shown key={row.id} store={store} row={row} canWrite={canWrite} onEdit={() => setEditing(row)} />)}
      {editing || adding ? (
        <Boundary instead={null} onFailure={close}>
          <TaxonomyDialog key={editing?.id ?? ''} store={store} organization={deps.organization} row={editing} onClose={close} />
        </Boundary>
      ) : null}
    </div>
  );
}

const INDENT = ['', 'pl-5.5', 'pl-11', 'pl-16.5'];

function Shown({ store, row, canWrite, onEdit }: { store: TaxonomiesStore; row: Taxonomy; canWrite: boolean; onEdit: () => void }) {
  const t = useT();
  const locale = useLocale();
  const name = row.names[locale];
  const isOff = row.archived_at !== null;
  const turn = async (from: Taxonomy, archived: boolean, undo: boolean) => {
    const result = await store.save(from.id, from.rev, { archived });
    if (result.status === 'saved')
      toast({
        text: t(archived ? 'activities:archive_done' : 'activities:restored', { name }),
        ...(undo ? { action: { text: t('activities:undo'), run: () => void turn(result.row, !archived, false) } } : {}),
      });
    else {
      const code = result.status === 'conflict' ? 'stale_rev' : failureOf(result.error).code;
      toast({ kind: 'alarm', text: `${name}: ${t(`errors:${code}`)}` });
    }
  };
  return (
    <section aria-label={name}>
      <header className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 border-b border-b-line-2 pb-1.5 max-[761px]:[&_.st]:whitespace-normal slim:gap-x-2 slim:[&_.btn]:w-(--control-touch) slim:[&_.btn]:gap-0 slim:[&_.btn]:px-0 slim:[&_.btn]:text-[0px]">
        {/* The words wrap before the buttons leave their line. */}
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 slim:gap-x-2">
          <h2 className="h2">{name}</h2>
          <span className="muted">{t('activities:taxonomies.count', { count: row.categories.length })}</span>
          {isOff ? <Tag>{t('activities:mark.archived')}</Tag> : null}
          {row.to_check ? <Status kind="late">{t('activities:taxonomies.to_check')}</Status> : null}
        </span>
        {canWrite ? (
          <span className="ml-auto flex flex-none gap-x-3 slim:gap-x-2">
            <Button size="sm" variant="ghost" icon={isOff ? ArchiveRestore : Archive} onPress={() => void turn(row, !isOff, true)}>
              {t(isOff ? 'activities:restore' : 'activities:archive')}
            </Button>
            <Button
              size="sm"
              icon={Pencil}
              aria-label={t('activities:taxonomies.edit', { name })}
              onPress={onEdit}
              {...opensDialog(TaxonomyDialog)}
            >
              {t('activities:edit')}
            </Button>
          </span>
        ) : null}
      </header>
      <ul className="columns-2 gap-x-8 max-[761px]:columns-1">
        {asTree(row.categories).map(({ category, level }) => {
          const color = colorOf(row.categories, category.code);
          return (
            <li
              key={category.code}
              className={`flex min-h-7.5 break-inside-avoid items-center gap-2 border-b border-b-line ${INDENT[level]}`}
            >
              <ColorSwatch color={color} loss={category.loss} />
              <span className="min-w-0 hyphens-auto wrap-break-word">{category.names[locale]}</span>
              <small className="muted mono text-11 whitespace-nowrap phone:hidden">{category.code}</small>
              {category.loss ? <small className="muted text-11 whitespace-nowrap">{t('activities:mark.loss')}</small> : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
