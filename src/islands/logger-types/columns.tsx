import { Cpu } from 'lucide-react';
import { useMemo } from 'react';
import type { LoggerType } from '../../lib/contract/logger-types.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Photo } from '../files/Photo.tsx';
import { Age } from '../ui/Age.tsx';
import type { TableColumn } from '../ui/DataTable.tsx';
import { Tag } from '../ui/Tag.tsx';

/** Columns of the list. */
export function useColumns(narrow: boolean, organization: string): readonly TableColumn<LoggerType>[] {
  const t = useT();
  const format = useFormat();
  return useMemo(() => {
    const made = (row: LoggerType) => [row.maker, row.model].filter(Boolean).join(' ');
    const name: TableColumn<LoggerType> = {
      id: 'name',
      name: t('logger-types:column.name'),
      link: true,
      hideable: false,
      cell: (row) => (
        <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-0.5">
          <span className="two">
            <span className="med">{row.name}</span>
            {narrow ? <small>{made(row) || t(`logger-types:decoder.${row.decoder}`)}</small> : null}
          </span>
          {row.version === null ? <Tag>{t('logger-types:not_published')}</Tag> : null}
          {row.archived_at === null ? null : <Tag>{t('logger-types:archived')}</Tag>}
        </span>
      ),
      sortBy: (row) => row.name,
      skeleton: [152],
    };
    const loggers: TableColumn<LoggerType> = {
      id: 'loggers',
      name: t('logger-types:column.loggers'),
      width: 96,
      end: true,
      cell: (row) => format.number(row.logger_count),
      sortBy: (row) => row.logger_count,
      skeleton: [14],
    };
    if (narrow) return [name, loggers];
    return [
      {
        id: 'photo',
        name: t('logger-types:column.photo'),
        header: '',
        width: 64,
        cell: (row) => <Photo organization={organization} file={row.photo_file_id} icon={Cpu} />,
        skeleton: [44],
      },
      name,
      {
        id: 'maker',
        name: t('logger-types:column.maker'),
        width: 220,
        priority: 2,
        cell: (row) => <span className="soft one-line">{made(row)}</span>,
        sortBy: made,
        skeleton: [96],
      },
      {
        id: 'decoder',
        name: t('logger-types:column.decoder'),
        width: 116,
        cell: (row) => <span className="soft one-line">{t(`logger-types:decoder.${row.decoder}`)}</span>,
        sortBy: (row) => t(`logger-types:decoder.${row.decoder}`),
        skeleton: [72],
      },
      {
        id: 'version',
        name: t('logger-types:column.version'),
        width: 150,
        priority: 3,
        cell: (row) => (
          <span className="soft one-line">
            {row.version === null ? '–' : t('logger-types:version', { version: String(row.version) })}
            {row.version !== null && row.has_draft ? ` · ${t('logger-types:draft')}` : ''}
          </span>
        ),
        skeleton: [48],
      },
      {
        id: 'channels',
        name: t('logger-types:column.channels'),
        width: 96,
        end: true,
        cell: (row) => format.number(row.channel_count),
        sortBy: (row) => row.channel_count,
        skeleton: [14],
      },
      loggers,
      {
        id: 'updated_at',
        name: t('logger-types:column.updated'),
        width: 120,
        hidden: true,
        cell: (row) => <Age of={row.updated_at} />,
        sortBy: (row) => row.updated_at,
        skeleton: [64],
      },
    ];
  }, [t, format, narrow, organization]);
}
