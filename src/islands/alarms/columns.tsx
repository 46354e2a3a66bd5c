import { Check } from 'lucide-react';
import { useMemo } from 'react';
import type { Alarm } from '../../lib/contract/alarms.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ChannelValue } from '../chart/ChannelValue.tsx';
import { Button } from '../ui/Button.tsx';
import type { TableColumn } from '../ui/DataTable.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Tag } from '../ui/Tag.tsx';
import { AlarmStatus, Lasting, LimitText, PeakText } from './alarm-looks.tsx';

export interface ColumnDeps {
  narrow: boolean;
  /** Asks for a note and acknowledges; null where the person may not. */
  onAcknowledge: ((row: Alarm) => void) | null;
}

/** What is shown of a value of the channel; words of states aren't known here. */
const shownOf = (row: Alarm) => ({ ...row, state_words: null });

function Name({ row, narrow }: { row: Alarm; narrow: boolean }) {
  const t = useT();
  return (
    <span className="two">
      <span className="med">
        {row.rule_name} {row.late ? <Tag>{t('alarms:late')}</Tag> : null}
      </span>
      <small>
        {[row.datalogger_name, row.channel_name, narrow ? null : t(`alarms:severity.${row.severity}`)].filter(Boolean).join(' · ')}
      </small>
      {/* On a phone no other column says it. */}
      {narrow ? (
        <small className="[&_b]:text-12">
          <PeakText row={row}>
            <ChannelValue value={row.peak} of={shownOf(row)} />
          </PeakText>
          {row.kind === 'sensor_error' ? null : ' · '}
          <LimitText row={row} />
        </small>
      ) : null}
    </span>
  );
}

function Since({ row }: { row: Alarm }) {
  const format = useFormat();
  return (
    <span className="two">
      <time dateTime={row.since}>{format.dateTime(row.since, 'minute')}</time>
      <small>
        <Lasting row={row} />
      </small>
    </span>
  );
}

function Acknowledged({ row, narrow, onAcknowledge }: { row: Alarm } & ColumnDeps) {
  const t = useT();
  const format = useFormat();
  if (row.acknowledged_at !== null) {
    const time = narrow ? format.date(row.acknowledged_at, 'day') : format.dateTime(row.acknowledged_at, 'minute');
    return (
      <span
        className="two"
        title={row.acknowledged_by === null ? t('alarms:by_service', { time }) : t('alarms:by', { name: row.acknowledged_by, time })}
      >
        <span className="soft one-line">{row.acknowledged_by ?? t('alarms:service')}</span>
        <small>{row.note ? `${time} · ${row.note}` : time}</small>
      </span>
    );
  }
  if (row.withdrawn_cause !== null) return <span className="soft">{t(`alarms:cause.${row.withdrawn_cause}`)}</span>;
  if (row.state === 'pending') return null;
  if (onAcknowledge === null) return <span className="muted">{t('alarms:waits')}</span>;
  // Its English name alone is wider than the column of a phone.
  if (narrow)
    return <IconButton icon={Check} variant="default" label={t('alarms:acknowledge.action')} onPress={() => onAcknowledge(row)} />;
  return (
    <Button size="sm" onPress={() => onAcknowledge(row)}>
      {t('alarms:acknowledge.action')}
    </Button>
  );
}

export function useColumns({ narrow, onAcknowledge }: ColumnDeps): readonly TableColumn<Alarm>[] {
  const t = useT();
  return useMemo(() => {
    const name: TableColumn<Alarm> = {
      id: 'alarm',
      name: t('alarms:column.alarm'),
      link: true,
      hideable: false,
      cell: (row) => <Name row={row} narrow={narrow} />,
      skeleton: [132, 96],
    };
    const state: TableColumn<Alarm> = {
      id: 'state',
      name: t('alarms:column.state'),
      width: narrow ? 104 : 120,
      cell: (row) => (
        <span className={narrow ? 'two' : undefined}>
          <AlarmStatus row={row} />
          {narrow ? (
            <small>
              <Lasting row={row} />
            </small>
          ) : null}
        </span>
      ),
      skeleton: [84],
    };
    const acknowledged: TableColumn<Alarm> = {
      id: 'acknowledged',
      name: t('alarms:column.acknowledged'),
      width: narrow ? 112 : 176,
      cell: (row) => <Acknowledged row={row} narrow={narrow} onAcknowledge={onAcknowledge} />,
      skeleton: [96],
    };
    if (narrow) return [name, state, ...(onAcknowledge === null ? [] : [acknowledged])];
    return [
      state,
      name,
      {
        id: 'value',
        name: t('alarms:column.value'),
        width: 130,
        end: true,
        priority: 2,
        cell: (row) => (
          <span className="two">
            <span>
              <ChannelValue value={row.last_num} of={shownOf(row)} />
            </span>
            <small>
              <LimitText row={row} />
            </small>
          </span>
        ),
        skeleton: [56, 48],
      },
      {
        id: 'peak',
        name: t('alarms:column.peak'),
        width: 100,
        end: true,
        priority: 3,
        cell: (row) => (
          <PeakText row={row}>
            <ChannelValue value={row.peak} of={shownOf(row)} />
          </PeakText>
        ),
        skeleton: [48],
      },
      { id: 'since', name: t('alarms:column.since'), width: 150, cell: (row) => <Since row={row} />, skeleton: [88, 64] },
      acknowledged,
    ];
  }, [t, narrow, onAcknowledge]);
}
