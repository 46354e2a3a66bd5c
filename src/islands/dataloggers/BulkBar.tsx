import { useStore } from '@nanostores/react';
import { Archive, Boxes, ChartLine, Factory, Pause, Play, QrCode, Tags, Timer, Warehouse } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { DataloggerPatch, DataloggersStore } from '../../lib/client/dataloggers/dataloggers.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { createMachineChoice } from '../../lib/client/machines/machine-choice.store.ts';
import type { Datalogger } from '../../lib/contract/dataloggers.ts';
import { changedTags } from '../../lib/domain/text/tags.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { chartsHref } from '../chart/charts-href.ts';
import type { LabelOf } from '../labels/sheets.ts';
import { MachineDialog } from '../machine-choice/MachineChoice.tsx';
import { placeLink } from '../shell/place-address.ts';
import type { PageContext } from '../shell/Signed.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { BulkBar as Bar } from '../ui/BulkBar.tsx';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import type { Picked } from '../ui/table/picking.tsx';
import { useBulk } from '../ui/useBulk.ts';

const BulkTags = part(() => import('./BulkTags.tsx'));
const Labels = part(() => import('../labels/Labels.tsx'));
const BulkType = part(() => import('./BulkType.tsx'));

type Asking = 'labels' | 'interval' | 'machine' | 'tags' | 'type' | null;

const NO_TAGS: readonly string[] = [];

/** What can be done with all loggers that were picked; done at once, taken back from the toast. */
export default function BulkBar({
  context,
  store,
  deps,
  rows,
  $picked,
}: {
  context: PageContext;
  store: DataloggersStore;
  deps: StoreDeps;
  rows: readonly Datalogger[];
  $picked: Picked;
}) {
  const t = useT();
  const locale = useLocale();
  const [asking, setAsking] = useState<Asking>(null);
  const offered = useStore(store.$tags) ?? NO_TAGS;
  const { busy, refusals, run } = useBulk<Datalogger, DataloggerPatch>({ $picked, save: store.save, settle: store.settle });
  const places = context.profile.links.workspaces.filter(
    ({ organization_id, workspace_id }) => organization_id === context.organization && context.can('dlog:write', workspace_id),
  );
  const [first] = rows;
  const together = first && rows.every(({ workspace_id }) => workspace_id === first.workspace_id) ? first.workspace_id : null;
  const used = rows.filter((row) => row.archived_at === null);
  const allPaused = used.length > 0 && used.every((row) => row.paused_at !== null);
  const labels = useMemo(
    () =>
      rows.map(
        (row): LabelOf => ({
          id: row.id,
          name: row.name,
          lines: [row.code, row.place].filter((line): line is string => Boolean(line)),
          address: placeLink(href('/dlog/dataloggers/{id}', { id: row.id }, locale), context.organization, row.workspace_id),
        }),
      ),
    [rows, locale, context.organization],
  );
  const changed = (count: number) => t('logger-list:bulk.changed', { count });
  return (
    <>
      <Bar
        label={t('logger-list:bulk.label')}
        count={t('logger-list:bulk.picked', { count: rows.length })}
        refusals={refusals}
        onClear={() => $picked.set(new Set())}
      >
        {used.length === 0 ? null : (
          <ButtonLink size="sm" icon={ChartLine} href={chartsHref({ logger: used.map(({ id }) => id) }, locale)}>
            {t('dataloggers:compare')}
          </ButtonLink>
        )}
        <Button size="sm" icon={Factory} isDisabled={busy || together === null} onPress={() => setAsking('machine')}>
          {t('logger-list:bulk.machine')}
        </Button>
        <Button size="sm" icon={Boxes} isDisabled={busy} onPress={() => setAsking('type')} {...opensDialog(BulkType)}>
          {t('logger-list:bulk.type')}
        </Button>
        <Button size="sm" icon={Tags} isDisabled={busy} onPress={() => setAsking('tags')} {...opensDialog(BulkTags)}>
          {t('logger-list:bulk.tags')}
        </Button>
        <Button size="sm" icon={Timer} isDisabled={busy} onPress={() => setAsking('interval')}>
          {t('logger-list:bulk.interval')}
        </Button>
        <Button
          size="sm"
          icon={allPaused ? Play : Pause}
          isDisabled={busy || used.length === 0}
          onPress={() =>
            void run(
              used.filter((row) => (row.paused_at === null) !== allPaused),
              () => ({ paused: !allPaused }),
              (count) => t(allPaused ? 'logger-list:bulk.resumed' : 'logger-list:bulk.paused', { count }),
              () => ({ paused: allPaused }),
            )
          }
        >
          {t(allPaused ? 'logger-list:bulk.resume' : 'logger-list:bulk.pause')}
        </Button>
        {places.length > 1 ? (
          <Menu
            placement="top start"
            label={t('logger-list:bulk.move')}
            trigger={
              <Button size="sm" icon={Warehouse} isDisabled={busy}>
                {t('logger-list:bulk.move')}
              </Button>
            }
          >
            {places.map(({ workspace_id, name }) => (
              <MenuItem
                key={workspace_id}
                id={workspace_id}
                disabled={workspace_id === together}
                onAction={() =>
                  void run(
                    rows,
                    () => ({ workspace_id }),
                    (count) => t('logger-list:bulk.moved', { count, place: name }),
                    (before) => ({ workspace_id: before.workspace_id }),
                  )
                }
              >
                {name}
              </MenuItem>
            ))}
          </Menu>
        ) : null}
        <Button size="sm" icon={QrCode} onPress={() => setAsking('labels')} {...opensDialog(Labels)}>
          {t('logger-list:bulk.labels')}
        </Button>
        <Button
          size="sm"
          icon={Archive}
          isPending={busy}
          isDisabled={used.length === 0}
          onPress={() =>
            void run(
              used,
              () => ({ archived: true }),
              (count) => t('logger-list:bulk.archived', { count }),
              () => ({ archived: false }),
            )
          }
        >
          {t('logger-list:bulk.archive')}
        </Button>
      </Bar>
      {asking === 'interval' ? (
        <IntervalDialog
          rows={rows}
          onClose={() => setAsking(null)}
          onChoose={(expected_interval_s) => {
            setAsking(null);
            void run(
              rows,
              () => ({ expected_interval_s }),
              changed,
              (before) => ({ expected_interval_s: before.expected_interval_s }),
            );
          }}
        />
      ) : null}
      {asking === 'labels' ? (
        <Boundary instead={null} onFailure={() => setAsking(null)}>
          <Labels labels={labels} onClose={() => setAsking(null)} />
        </Boundary>
      ) : null}
      {asking === 'tags' ? (
        <Boundary instead={null} onFailure={() => setAsking(null)}>
          <BulkTags
            rows={rows}
            offered={offered}
            onClose={() => setAsking(null)}
            onChoose={(change) => {
              setAsking(null);
              void run(
                rows,
                (row) => ({ tags: changedTags(row.tags, change) }),
                changed,
                (before) => ({ tags: before.tags }),
              );
            }}
          />
        </Boundary>
      ) : null}
      {asking === 'type' ? (
        <Boundary instead={null} onFailure={() => setAsking(null)}>
          <BulkType deps={deps} store={store} rows={rows} $picked={$picked} onClose={() => setAsking(null)} />
        </Boundary>
      ) : null}
      {asking === 'machine' && together !== null ? (
        <Machines
          deps={deps}
          workspace={together}
          onClose={() => setAsking(null)}
          onTake={(machine_id) => {
            setAsking(null);
            void run(
              rows,
              () => ({ machine_id }),
              changed,
              (before) => ({ machine_id: before.machine_id }),
            );
          }}
        />
      ) : null}
    </>
  );
}

function Machines({
  deps,
  workspace,
  onTake,
  onClose,
}: {
  deps: StoreDeps;
  workspace: string;
  onTake: (machine: string | null) => void;
  onClose: () => void;
}) {
  const t = useT();
  const store = useMemo(() => createMachineChoice(deps, workspace), [deps, workspace]);
  return (
    <MachineDialog
      store={store}
      title={t('logger-list:bulk.machine')}
      value={undefined}
      nothing={t('machines:choice.none')}
      onTake={onTake}
      onClose={onClose}
    />
  );
}

/** The interval that all picked ones are expected to send in; empty = none is expected. */
function IntervalDialog({
  rows,
  onChoose,
  onClose,
}: {
  rows: readonly Datalogger[];
  onChoose: (seconds: number | null) => void;
  onClose: () => void;
}) {
  const t = useT();
  const [first] = rows;
  const same = first && rows.every((row) => row.expected_interval_s === first.expected_interval_s) ? first.expected_interval_s : null;
  const form = useForm<{ seconds: number | null }>({
    initial: { seconds: same },
    // Of these rows: others may have another one.
    draft: `interval ${rows.map(({ id }) => id.slice(-6)).join('')}`.slice(0, 200),
    async onSubmit({ seconds }) {
      onChoose(seconds);
    },
  });
  return (
    <FormDialog
      title={t('logger-list:bulk.interval')}
      size="sm"
      form={form}
      submit={t('logger-list:bulk.interval_set', { count: rows.length })}
      onClose={onClose}
    >
      <NumberField
        {...form.typed('seconds')}
        label={t('dataloggers:new.interval')}
        hint={t('dataloggers:new.interval_hint')}
        unit={t('dataloggers:new.seconds')}
        min={1}
        max={31_536_000}
        decimals={0}
      />
    </FormDialog>
  );
}
