import { Archive, CircleDot, QrCode, Warehouse } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { MachinePatch, MachinesStore } from '../../lib/client/machines/machines.store.ts';
import { MACHINE_STATUSES, type Machine } from '../../lib/contract/machines.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import type { LabelOf } from '../labels/sheets.ts';
import { placeLink } from '../shell/place-address.ts';
import type { PageContext } from '../shell/Signed.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { BulkBar as Bar } from '../ui/BulkBar.tsx';
import { Button } from '../ui/Button.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import type { Picked } from '../ui/table/picking.tsx';
import { useBulk } from '../ui/useBulk.ts';

const Labels = part(() => import('../labels/Labels.tsx'));

/** What can be done with all machines that were picked; done at once, taken back from the toast. */
export default function BulkBar({
  context,
  store,
  rows,
  $picked,
}: {
  context: PageContext;
  store: MachinesStore;
  rows: readonly Machine[];
  $picked: Picked;
}) {
  const t = useT();
  const { busy, refusals, run } = useBulk<Machine, MachinePatch>({ $picked, save: store.save, settle: store.settle });
  const places = context.profile.links.workspaces.filter(
    ({ organization_id, workspace_id }) => organization_id === context.organization && context.can('machines:write', workspace_id),
  );
  const locale = useLocale();
  const [labelled, setLabelled] = useState<readonly Machine[] | null>(null);
  const labels = useMemo(
    () =>
      labelled?.map(
        (row): LabelOf => ({
          id: row.id,
          name: row.name,
          lines: [row.code, [row.site, row.hall, row.line].filter(Boolean).join(' · ')].filter((line): line is string => Boolean(line)),
          address: placeLink(href('/org/machines/{id}', { id: row.id }, locale), context.organization, row.workspace_id),
        }),
      ),
    [labelled, locale, context.organization],
  );
  const used = rows.filter((row) => row.archived_at === null);
  return (
    <Bar
      label={t('machines:bulk.label')}
      count={t('machines:bulk.picked', { count: rows.length })}
      refusals={refusals}
      onClear={() => $picked.set(new Set())}
    >
      <Menu
        placement="top start"
        label={t('machines:bulk.status')}
        trigger={
          <Button size="sm" icon={CircleDot} isDisabled={busy}>
            {t('machines:bulk.status')}
          </Button>
        }
      >
        {MACHINE_STATUSES.map((status) => (
          <MenuItem
            key={status}
            id={status}
            onAction={() =>
              void run(
                rows,
                () => ({ status }),
                (count) => t('machines:bulk.changed', { count }),
                (before) => ({ status: before.status }),
              )
            }
          >
            {t(`machines:status.${status}`)}
          </MenuItem>
        ))}
      </Menu>
      {places.length > 1 ? (
        <Menu
          placement="top start"
          label={t('machines:bulk.move')}
          trigger={
            <Button size="sm" icon={Warehouse} isDisabled={busy}>
              {t('machines:bulk.move')}
            </Button>
          }
        >
          {places.map(({ workspace_id, name }) => (
            <MenuItem
              key={workspace_id}
              id={workspace_id}
              onAction={() =>
                void run(
                  rows,
                  () => ({ workspace_id }),
                  (count) => t('machines:bulk.moved', { count, place: name }),
                  (before) => ({ workspace_id: before.workspace_id }),
                )
              }
            >
              {name}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
      <Button
        size="sm"
        icon={Archive}
        isPending={busy}
        isDisabled={used.length === 0}
        onPress={() =>
          void run(
            used,
            () => ({ archived: true }),
            (count) => t('machines:bulk.archived', { count }),
            () => ({ archived: false }),
          )
        }
      >
        {t('machines:bulk.archive')}
      </Button>
      <Button size="sm" icon={QrCode} onPress={() => setLabelled(rows)} {...opensDialog(Labels)}>
        {t('machines:bulk.labels')}
      </Button>
      {labels ? (
        <Boundary instead={null} onFailure={() => setLabelled(null)}>
          <Labels labels={labels} onClose={() => setLabelled(null)} />
        </Boundary>
      ) : null}
    </Bar>
  );
}
