import { useMemo } from 'react';
import type { CalibratedChannel } from '../../lib/contract/calibrations.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import type { TableColumn } from '../ui/DataTable.tsx';
import { DueStatus, useDay } from './DueStatus.tsx';

/** Columns of the list. Those that are sorted have the server's names; the server sorts. */
export function useColumns(narrow: boolean): readonly TableColumn<CalibratedChannel>[] {
  const t = useT();
  const format = useFormat();
  const day = useDay();
  return useMemo(() => {
    const left = ({ days }: CalibratedChannel) =>
      days === null ? null : days < 0 ? t('calibrations:days_over', { count: -days }) : t('calibrations:days_left', { count: days });
    const dueOn = ({ calibration }: CalibratedChannel) => (calibration?.due_on ? day(calibration.due_on) : null);
    const name: TableColumn<CalibratedChannel> = {
      id: 'name',
      name: t('calibrations:column.channel'),
      link: true,
      hideable: false,
      cell: (row) => (
        <span className="two">
          <span className="med">{row.name}</span>
          <small>{row.datalogger?.name ?? row.key}</small>
        </span>
      ),
      sortBy: (row) => row.name,
      skeleton: [150, 84],
    };
    const due: TableColumn<CalibratedChannel> = {
      id: 'due',
      name: t('calibrations:column.due'),
      width: narrow ? 148 : 220,
      cell: (row) => (
        <span className="two">
          {narrow ? <DueStatus state={row.state} /> : <span>{dueOn(row) ?? <span className="muted">–</span>}</span>}
          <small>{narrow ? (dueOn(row) ?? '') : (left(row) ?? '')}</small>
        </span>
      ),
      sortBy: (row) => row.calibration?.due_on ?? '',
      skeleton: [84, 60],
    };
    if (narrow) return [name, due];
    return [
      name,
      {
        id: 'state',
        name: t('calibrations:column.state'),
        width: 170,
        cell: (row) => (
          <span className="grid">
            <DueStatus state={row.state} />
            {row.told_at === null ? null : <small className="soft">{t('calibrations:told', { day: format.date(row.told_at) })}</small>}
          </span>
        ),
        skeleton: [84],
      },
      due,
      {
        id: 'calibrated_on',
        name: t('calibrations:column.calibrated_on'),
        width: 140,
        cell: ({ calibration }) => (calibration?.calibrated_on ? day(calibration.calibrated_on) : <span className="muted">–</span>),
        skeleton: [64],
      },
      {
        id: 'certificate',
        name: t('calibrations:column.certificate'),
        width: 240,
        priority: 2,
        cell: ({ calibration }) =>
          calibration === null ? null : (
            <span className="two">
              <span className="one-line">{calibration.laboratory}</span>
              <small>{calibration.certificate ?? ''}</small>
            </span>
          ),
        skeleton: [120, 64],
      },
      {
        id: 'kind',
        name: t('calibrations:column.kind'),
        width: 180,
        priority: 3,
        cell: ({ calibration }) =>
          calibration === null ? null : <span className="soft">{t(`calibrations:kind.${calibration.kind}`)}</span>,
        skeleton: [90],
      },
    ];
  }, [t, format, day, narrow]);
}
