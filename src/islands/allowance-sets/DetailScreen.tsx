import { useStore } from '@nanostores/react';
import { Archive, ArchiveRestore, FileDown } from 'lucide-react';
import { useState } from 'react';
import type { SetStore } from '../../lib/client/allowance-sets/allowance-sets.store.ts';
import type { AllowanceSet } from '../../lib/contract/allowance-sets.ts';
import { ALLOWANCE_KINDS } from '../../lib/domain/time-study/standard-card.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { FormFailure } from '../ui/form/FormFailure.tsx';
import { useRowForm } from '../ui/form/useRowForm.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Panel } from '../ui/Panel.tsx';
import { failureOf } from '../ui/problem.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { fileName, saveFile } from '../ui/save-file.ts';
import { Tag } from '../ui/Tag.tsx';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';
import { Confirmed, sumOf } from './columns.tsx';
import { usePercent } from './percent.ts';
import { type Percents, SetFields, type SetValues, setValues, sharesOf } from './SetFields.tsx';

const Points = part(() => import('./Points.tsx'));

/** Shown until the set is known. */
export function DetailWaiting() {
  const t = useT();
  const locale = useLocale();
  return (
    <div className="screen">
      <PageHead
        crumbs={[{ text: t('allowance-sets:title'), href: href('/tm/allowance-sets', null, locale) }]}
        title={<Skeleton width={200} height={18} />}
      />
    </div>
  );
}

/** What reads and writes files of sets comes only with the press. */
const take = async (row: AllowanceSet) => {
  const { setFile } = await import('../../lib/domain/time-study/allowance-files.ts');
  saveFile(`${fileName(row.name)}.json`, setFile(row));
};

export function DetailScreen({ context, create }: { context: PageContext; create: () => SetStore }) {
  const t = useT();
  const locale = useLocale();
  const [store] = useState(create);
  useStarted(store);
  const state = useStore(store.$state);
  if (state.status === 'loading') return <DetailWaiting />;
  if (state.status === 'error')
    return (
      <div className="screen">
        <ErrorState whole error={state.code} onRetry={() => void store.load()} />
      </div>
    );
  const { row } = state;
  const mayWrite = context.can('tm:write', '');
  const isOff = row.archived_at !== null;
  const turn = async (from: AllowanceSet, archived: boolean, undo: boolean) => {
    const result = await store.save(from.rev, { archived });
    if (result.status === 'saved')
      toast({
        text: t(archived ? 'allowance-sets:archive_done' : 'allowance-sets:restored', { name: from.name }),
        ...(undo ? { action: { text: t('allowance-sets:undo'), run: () => void turn(result.row, !archived, false) } } : {}),
      });
    else {
      const code = result.status === 'conflict' ? 'stale_rev' : failureOf(result.error).code;
      toast({ kind: 'alarm', text: `${from.name}: ${t(`errors:${code}`)}` });
    }
  };
  return (
    <div className="screen">
      <PageHead
        crumbs={[{ text: t('allowance-sets:title'), href: href('/tm/allowance-sets', null, locale) }]}
        title={row.name}
        status={
          <>
            <Confirmed row={row} />
            {isOff ? <Tag>{t('allowance-sets:archived')}</Tag> : null}
            <span className="soft">{t('allowance-sets:version', { version: row.version })}</span>
          </>
        }
        actions={
          <>
            <Button icon={FileDown} onPress={() => void take(row)}>
              {t('allowance-sets:take')}
            </Button>
            {mayWrite ? (
              <Button icon={isOff ? ArchiveRestore : Archive} onPress={() => void turn(row, !isOff, true)}>
                {t(isOff ? 'allowance-sets:restore' : 'allowance-sets:archive')}
              </Button>
            ) : null}
          </>
        }
      />
      <div className="grid min-h-0 max-w-260 grid-cols-2 items-start gap-6 overflow-y-auto p-5 max-[1025px]:grid-cols-1 slim:p-4">
        <div className="grid min-w-0 gap-8">
          <Terms store={store} row={row} mayWrite={mayWrite} />
          <Boundary>
            <Points store={store} row={row} mayWrite={mayWrite} />
          </Boundary>
        </div>
        <Versions row={row} />
      </div>
    </div>
  );
}

function Terms({ store, row, mayWrite }: { store: SetStore; row: AllowanceSet; mayWrite: boolean }) {
  const t = useT();
  const percent = usePercent();
  const { form, dirty, discard, conflict } = useRowForm<AllowanceSet, SetValues>({
    row,
    valuesOf: setValues,
    rules: { name: 'required|max:200' },
    draft: `allowance-set ${row.id}`,
    texts: ['name'],
    label: (field) =>
      field === 'name' || field === 'basis'
        ? t(`allowance-sets:column.${field}`)
        : field === 'to_confirm'
          ? t('allowance-sets:to_confirm')
          : t(`allowance-sets:kind.${field}`),
    written: (field, value) =>
      field === 'basis'
        ? t(`allowance-sets:basis.${value as AllowanceSet['basis']}`)
        : field === 'to_confirm'
          ? t(value ? 'ui:conflict.yes' : 'ui:conflict.no')
          : field === 'name'
            ? String(value)
            : percent(Number(value) / 100),
    save: (rev, { name, basis, to_confirm, ...percents }) => {
      const isOther = Object.keys(percents).length > 0;
      return store.save(rev, {
        ...(name == null ? {} : { name }),
        ...(basis == null ? {} : { basis }),
        ...(to_confirm == null ? {} : { to_confirm }),
        ...(isOther ? { shares: sharesOf({ ...setValues(row), ...percents } as Percents) } : {}),
      });
    },
    onSaved: () => toast({ text: t('allowance-sets:saved') }),
  });
  return (
    <form className="grid gap-4" {...form.props} aria-label={t('allowance-sets:terms')}>
      <h2 className="h2">{t('allowance-sets:terms')}</h2>
      <DraftNote form={form} />
      <FormFailure failure={form.failure} />
      <fieldset className="grid min-w-0 gap-4" disabled={!mayWrite}>
        <SetFields form={form} />
      </fieldset>
      {mayWrite ? (
        <div className="flex gap-2">
          <Button type="submit" variant="primary" isPending={form.busy} isDisabled={!dirty}>
            {t('allowance-sets:save')}
          </Button>
          {dirty ? <Button onPress={discard}>{t('allowance-sets:discard')}</Button> : null}
        </div>
      ) : (
        <p className="soft">{t('allowance-sets:read_only')}</p>
      )}
      {conflict}
    </form>
  );
}

/** What the set said in each of its versions. */
function Versions({ row }: { row: AllowanceSet }) {
  const t = useT();
  const format = useFormat();
  const percent = usePercent();
  return (
    <Panel title={t('allowance-sets:versions')} note={format.number(row.versions.length)}>
      <ul>
        {row.versions.map((version) => (
          <li key={version.version} className="grid gap-0.5 border-b border-line px-3 py-2 last:border-b-0">
            <span className="flex flex-wrap items-baseline gap-x-3">
              <b className="font-semi">{t('allowance-sets:version', { version: version.version })}</b>
              <span>{t(`allowance-sets:basis.${version.basis}`)}</span>
              <span className="ml-auto font-medium">{percent(sumOf(version.shares))}</span>
            </span>
            <small className="text-ink-2">
              {ALLOWANCE_KINDS.map((kind) => `${t(`allowance-sets:kind.${kind}`)} ${percent(version.shares[kind])}`).join(' · ')}
            </small>
            <small className="text-ink-3">{[format.dateTime(version.made_at, 'minute'), version.made_by].filter(Boolean).join(', ')}</small>
          </li>
        ))}
      </ul>
      <p className="soft border-t border-line p-3">{t('allowance-sets:versions_text')}</p>
    </Panel>
  );
}
