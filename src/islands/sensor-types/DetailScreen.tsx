import { useStore } from '@nanostores/react';
import { Archive, ArchiveRestore, Merge } from 'lucide-react';
import { useState } from 'react';
import type { createDataloggerChoices } from '../../lib/client/dataloggers/datalogger-names.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { createTypeChannels, SensorTypePatch, SensorTypeStore } from '../../lib/client/sensor-types/sensor-types.store.ts';
import type { MeanKind } from '../../lib/contract/means.ts';
import type { SensorType } from '../../lib/contract/sensor-types.ts';
import { boundIn } from '../../lib/domain/quantities/plausible.ts';
import { unitOf } from '../../lib/domain/quantities/quantities.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { FormFailure } from '../ui/form/FormFailure.tsx';
import { useRowForm } from '../ui/form/useRowForm.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Panel } from '../ui/Panel.tsx';
import { failureOf } from '../ui/problem.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Tag } from '../ui/Tag.tsx';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';
import { useRange } from './columns.tsx';
import { TypeFields } from './TypeFields.tsx';
import { storedSymbol, symbolOf, type TypeValues, valuesOf } from './type-values.ts';

const Retention = part(() => import('./Retention.tsx'));
const MergeType = part(() => import('./MergeType.tsx'));
const StateWordsDialog = part(() => import('./StateWordsDialog.tsx'));

interface Stores {
  deps: StoreDeps;
  type: SensorTypeStore;
  channels: ReturnType<typeof createTypeChannels>;
  loggers: ReturnType<typeof createDataloggerChoices>;
}

/** Shown until the type is known. */
export function DetailWaiting() {
  const t = useT();
  const locale = useLocale();
  return (
    <div className="screen">
      <PageHead
        crumbs={[{ text: t('sensor-types:title'), href: href('/dlog/sensor-types', null, locale) }]}
        title={<Skeleton width={200} height={18} />}
      />
    </div>
  );
}

export function DetailScreen({ context, create }: { context: PageContext; create: () => Stores }) {
  const t = useT();
  const locale = useLocale();
  const format = useFormat();
  const range = useRange();
  const [stores] = useState(create);
  const [merging, setMerging] = useState(false);
  const [worded, setWorded] = useState(false);
  const [keeping, setKeeping] = useState(false);
  useStarted(stores.type);
  useStarted(stores.channels);
  const state = useStore(stores.type.$state);
  if (state.status === 'loading') return <DetailWaiting />;
  if (state.status === 'error')
    return (
      <div className="screen">
        <ErrorState whole error={state.code} onRetry={() => void stores.type.load()} />
      </div>
    );
  const { row } = state;
  const name = row.names[locale];
  const canWrite = context.can('dlog:write', '');
  const isOff = row.archived_at !== null;
  const turn = async (from: SensorType, archived: boolean, undo: boolean) => {
    const result = await stores.type.save(from.rev, { archived });
    if (result.status === 'saved')
      toast({
        text: t(archived ? 'sensor-types:archive_done' : 'sensor-types:restored', { name }),
        ...(undo ? { action: { text: t('sensor-types:undo'), run: () => void turn(result.row, !archived, false) } } : {}),
      });
    else {
      const code = result.status === 'conflict' ? 'stale_rev' : failureOf(result.error).code;
      toast({ kind: 'alarm', text: `${name}: ${t(`errors:${code}`)}` });
    }
  };
  const facts = [
    { name: t('sensor-types:field.quantity'), value: t(`sensor-types:quantity.${row.quantity}`) },
    { name: t('sensor-types:field.kind'), value: t(`sensor-types:kind.${row.kind}`) },
    { name: t('sensor-types:field.unit_stored'), value: storedSymbol(row) || '–' },
    { name: t('sensor-types:field.display_unit'), value: symbolOf(row.quantity, row.display_unit) || '–' },
    { name: t('sensor-types:column.range'), value: range(row) || '–' },
    { name: t('sensor-types:column.channels'), value: format.number(row.channel_count) },
  ];
  return (
    <div className="screen">
      <PageHead
        crumbs={[{ text: t('sensor-types:title'), href: href('/dlog/sensor-types', null, locale) }]}
        title={name}
        status={isOff ? <Tag>{t('sensor-types:archived')}</Tag> : null}
        facts={[facts]}
        actions={
          canWrite ? (
            <>
              {context.can('org:manage', '') ? (
                <Button onPress={() => setKeeping(true)} {...opensDialog(Retention)}>
                  {t('sensor-types:retention')}
                </Button>
              ) : null}
              {row.kind === 'state' ? (
                <Button onPress={() => setWorded(true)} {...opensDialog(StateWordsDialog)}>
                  {t('sensor-types:words')}
                </Button>
              ) : null}
              {isOff ? null : (
                <Button icon={Merge} onPress={() => setMerging(true)} {...opensDialog(MergeType)}>
                  {t('sensor-types:merge.action')}
                </Button>
              )}
              <Button icon={isOff ? ArchiveRestore : Archive} onPress={() => void turn(row, !isOff, true)}>
                {t(isOff ? 'sensor-types:restore' : 'sensor-types:archive')}
              </Button>
            </>
          ) : null
        }
      />
      <div className="grid min-h-0 max-w-260 grid-cols-2 items-start gap-6 overflow-y-auto p-5 max-[1025px]:grid-cols-1 slim:p-4">
        <Properties store={stores.type} row={row} canWrite={canWrite} />
        <Channels store={stores.channels} loggers={stores.loggers} />
      </div>
      <Boundary instead={null} onFailure={() => setKeeping(false)}>
        {keeping ? <Retention deps={stores.deps} id={row.id} name={name} onClose={() => setKeeping(false)} /> : null}
      </Boundary>
      <Boundary instead={null} onFailure={() => setMerging(false)}>
        {merging ? <MergeType deps={stores.deps} row={row} onClose={() => setMerging(false)} /> : null}
      </Boundary>
      <Boundary instead={null} onFailure={() => setWorded(false)}>
        {worded ? (
          <StateWordsDialog
            title={t('sensor-types:words_of', { name })}
            of={row}
            save={(rev, state_words) => stores.type.save(rev, { state_words })}
            onClose={() => setWorded(false)}
          />
        ) : null}
      </Boundary>
    </div>
  );
}

/** A field of the type in words, for the choice between two changes of it. */
function useWritten() {
  const t = useT();
  const format = useFormat();
  return ({ quantity, display_unit }: SensorType, field: keyof TypeValues, value: unknown): string => {
    const unit = unitOf(quantity, display_unit);
    if (field === 'display_unit') return symbolOf(quantity, String(value));
    if (field === 'mean') return t(`sensor-types:mean.${value as MeanKind}`);
    if ((field === 'range_min' || field === 'range_max') && unit) return format.quantity(boundIn(Number(value), unit), unit.symbol || null);
    return String(value);
  };
}

function Properties({ store, row, canWrite }: { store: SensorTypeStore; row: SensorType; canWrite: boolean }) {
  const t = useT();
  const written = useWritten();
  const { form, dirty, discard, conflict } = useRowForm<SensorType, TypeValues>({
    row,
    valuesOf,
    rules: { name_cs: 'required|max:120', name_en: 'required|max:120', name_sk: 'required|max:120' },
    draft: `sensor-type ${row.id}`,
    texts: ['name_cs', 'name_en', 'name_sk', 'display_unit'],
    label: (field) => t(`sensor-types:field.${field}`),
    written: (field, value) => written(row, field, value),
    save: (rev, { name_cs, name_en, name_sk, ...rest }) => {
      const given = { cs: name_cs, en: name_en, sk: name_sk };
      const names = Object.fromEntries(Object.entries(given).filter(([, value]) => value != null));
      const patch = Object.keys(names).length > 0 ? { ...rest, names: { ...row.names, ...names } } : rest;
      return store.save(rev, patch as SensorTypePatch);
    },
    onSaved: () => toast({ text: t('sensor-types:saved') }),
  });
  return (
    <form className="grid gap-4" {...form.props} aria-label={t('sensor-types:settings')}>
      <h2 className="h2">{t('sensor-types:settings')}</h2>
      <DraftNote form={form} />
      <FormFailure failure={form.failure} />
      <fieldset className="grid min-w-0 gap-4" disabled={!canWrite}>
        <TypeFields form={form} stored />
      </fieldset>
      {canWrite ? (
        <div className="flex gap-2">
          <Button type="submit" variant="primary" isPending={form.busy} isDisabled={!dirty}>
            {t('sensor-types:save')}
          </Button>
          {dirty ? <Button onPress={discard}>{t('sensor-types:discard')}</Button> : null}
        </div>
      ) : null}
      {conflict}
    </form>
  );
}

/** Where the type is used. */
function Channels({ store, loggers }: { store: Stores['channels']; loggers: Stores['loggers'] }) {
  const t = useT();
  const locale = useLocale();
  const format = useFormat();
  const state = useStore(store.$state);
  useStarted(loggers);
  const named = useStore(loggers.$state);
  const names = named.status === 'ready' ? named.data : [];
  const loggerOf = new Map(names.map(({ id, name }) => [id, name]));
  return (
    <Panel title={t('sensor-types:channels.title')} {...(state.status === 'ready' ? { note: format.number(state.data.length) } : {})}>
      {state.status === 'error' ? (
        <ErrorState error={state.code} onRetry={() => void store.load()} />
      ) : state.status === 'loading' || named.status === 'loading' ? (
        <div className="p-3">
          <Skeleton width={180} height={16} />
        </div>
      ) : state.data.length === 0 ? (
        <p className="soft p-3">{t('sensor-types:channels.none')}</p>
      ) : (
        <ul>
          {state.data.map((channel) => (
            <li key={channel.id} className="flex min-h-9 items-center gap-3 border-b border-line px-3 py-1.5 last:border-b-0">
              <span className="two min-w-0 flex-1">
                <span className="one-line">
                  {channel.name} <small className="muted mono">{channel.key}</small>
                </span>
                {channel.datalogger_id === null ? null : (
                  <small>
                    <a
                      className="link one-line"
                      href={href('/dlog/dataloggers/{id}', { id: channel.datalogger_id }, locale)}
                      aria-label={t('sensor-types:channels.open', {
                        channel: channel.name,
                        logger: loggerOf.get(channel.datalogger_id) ?? '',
                      })}
                    >
                      {loggerOf.get(channel.datalogger_id) ?? t('sensor-types:channels.logger')}
                    </a>
                  </small>
                )}
              </span>
              <span className="soft">{channel.unit}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
