import { useStore } from '@nanostores/react';
import { Archive, ArchiveRestore, ArrowRightLeft, Ellipsis, Merge, Thermometer, Trash2 } from 'lucide-react';
import type { Channel } from '../../lib/contract/channels.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { BulkBar } from '../ui/BulkBar.tsx';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, MenuItem, MenuSeparator } from '../ui/Menu.tsx';
import { type Picked, usePickedRows } from '../ui/table/picking.tsx';
import { RowPick } from '../ui/table/RowPick.tsx';
import { type ChannelActs, isEmpty } from './channel-acts.ts';

const NONE: ReadonlySet<string> = new Set();

export function PickBox({ $picked, channel: { id, key } }: { $picked: Picked; channel: Channel }) {
  const t = useT();
  const picked = useStore($picked, { ssr: () => NONE });
  return (
    <RowPick
      checked={picked.has(id)}
      aria-label={t('channel-life:pick', { key })}
      onChange={() => {
        const next = new Set(picked);
        if (!next.delete(id)) next.add(id);
        $picked.set(next);
      }}
    />
  );
}

/** All that are in use, or none. */
export function PickAll({ $picked, rows }: { $picked: Picked; rows: readonly Channel[] }) {
  const t = useT();
  const { size } = useStore($picked, { ssr: () => NONE });
  const all = size > 0 && rows.every(({ id }) => $picked.get().has(id));
  return (
    <RowPick
      checked={all}
      aria-label={t('ui:bulk.all')}
      ref={(element) => {
        if (element) element.indeterminate = size > 0 && !all;
      }}
      onChange={() => $picked.set(new Set(size > 0 ? [] : rows.map(({ id }) => id)))}
    />
  );
}

export function ChannelMenu({ channel, acts }: { channel: Channel; acts: ChannelActs }) {
  const t = useT();
  const name = t('channel-life:actions', { key: channel.key });
  const rows = [channel];
  const locale = useLocale();
  return (
    <Menu placement="bottom end" label={name} trigger={<IconButton icon={Ellipsis} size="sm" label={name} />}>
      {channel.archived_at === null ? (
        <MenuItem id="archive" icon={Archive} onAction={() => acts.archive(rows)}>
          {t('channel-life:archive')}
        </MenuItem>
      ) : (
        <MenuItem id="restore" icon={ArchiveRestore} onAction={() => acts.restore(rows)}>
          {t('channel-life:restore')}
        </MenuItem>
      )}
      <MenuItem id="move" icon={ArrowRightLeft} onAction={() => acts.move(rows)}>
        {t('channel-life:move')}
      </MenuItem>
      <MenuItem id="merge" icon={Merge} onAction={() => acts.merge(channel)}>
        {t('channel-life:merge.action')}
      </MenuItem>
      {channel.sensor_type_id === null ? null : (
        <MenuItem id="type" icon={Thermometer} href={href('/dlog/sensor-types/{id}', { id: channel.sensor_type_id }, locale)}>
          {t('channel-life:sensor_type')}
        </MenuItem>
      )}
      {isEmpty(channel) ? (
        <>
          <MenuSeparator />
          <MenuItem id="remove" icon={Trash2} danger onAction={() => acts.remove(rows)}>
            {t('channel-life:remove')}
          </MenuItem>
        </>
      ) : null}
    </Menu>
  );
}

/** What can be done with the channels that were picked. */
export function ChannelBar({ rows, $picked, acts }: { rows: readonly Channel[]; $picked: Picked; acts: ChannelActs }) {
  const t = useT();
  const picked = usePickedRows($picked, rows);
  const empty = picked.filter(isEmpty);
  const used = picked.filter(({ archived_at }) => archived_at === null);
  if (picked.length === 0) return null;
  return (
    <div className="sticky bottom-(--foot) z-1 w-full justify-self-stretch">
      <BulkBar
        label={t('channel-life:bulk.label')}
        count={t('channel-life:bulk.picked', { count: picked.length })}
        refusals={acts.refusals}
        onClear={() => $picked.set(new Set())}
      >
        <Button size="sm" icon={Archive} isPending={acts.busy} isDisabled={used.length === 0} onPress={() => acts.archive(used)}>
          {t('channel-life:archive')}
        </Button>
        <Button size="sm" icon={ArrowRightLeft} isDisabled={acts.busy} onPress={() => acts.move(picked)}>
          {t('channel-life:move')}
        </Button>
        <Button size="sm" icon={Trash2} isDisabled={acts.busy || empty.length < picked.length} onPress={() => acts.remove(empty)}>
          {t('channel-life:remove')}
        </Button>
        {empty.length < picked.length ? <small className="muted">{t('channel-life:remove_hint')}</small> : null}
      </BulkBar>
    </div>
  );
}

/** Channels that take no readings any more. */
export function ArchivedChannels({ rows, canWrite, acts }: { rows: readonly Channel[]; canWrite: boolean; acts: ChannelActs }) {
  const t = useT();
  return (
    <details>
      <summary className="soft cursor-pointer">{t('channel-life:show_archived', { n: rows.length })}</summary>
      <p className="soft py-1.5">{t('channel-life:archived_text')}</p>
      <ul aria-label={t('channel-life:archived')}>
        {rows.map((channel) => (
          <li key={channel.id} className="flex min-h-9 items-center gap-3 border-b border-line">
            <span className="mono one-line">{channel.key}</span>
            <span className="soft one-line">{channel.name === channel.key ? '' : channel.name}</span>
            <span className="spacer" />
            {channel.merged_into === null ? null : <span className="soft">{t('channel-life:merge.merged')}</span>}
            {canWrite && channel.merged_into === null ? <ChannelMenu channel={channel} acts={acts} /> : null}
          </li>
        ))}
      </ul>
    </details>
  );
}
