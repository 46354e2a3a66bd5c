import { useMemo } from 'react';
import type { SensorType } from '../../lib/contract/sensor-types.ts';
import { boundIn } from '../../lib/domain/quantities/plausible.ts';
import { unitOf } from '../../lib/domain/quantities/quantities.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { Age } from '../ui/Age.tsx';
import { categoryStyle } from '../ui/category-style.ts';
import type { TableColumn } from '../ui/DataTable.tsx';
import { Tag } from '../ui/Tag.tsx';
import { storedSymbol, symbolOf } from './type-values.ts';

export const Swatch = ({ color }: { color: number | null }) => (
  <span
    className={color === null ? 'swatch border border-line-control' : 'swatch bg-(--c)'}
    style={color === null ? undefined : categoryStyle(color)}
    aria-hidden="true"
  />
);

/** The plausible range in the unit that the type is shown in; empty where there is none. */
export function useRange() {
  const t = useT();
  const format = useFormat();
  return (row: Pick<SensorType, 'range_min' | 'range_max' | 'quantity' | 'display_unit'>): string => {
    const shown = row.display_unit === null ? null : unitOf(row.quantity, row.display_unit);
    const unit = shown?.symbol || storedSymbol(row) || null;
    const [min, max] = [row.range_min, row.range_max].map((value) =>
      value === null || shown === null ? value : boundIn(value, shown),
    ) as [number | null, number | null];
    if (min === null && max === null) return '';
    if (min === null) return t('sensor-types:range.to', { max: format.quantity(max!, unit) });
    if (max === null) return t('sensor-types:range.from', { min: format.quantity(min, unit) });
    return t('sensor-types:range.both', { min: format.number(min), max: format.quantity(max, unit) });
  };
}

/** Columns of the list. */
export function useColumns(narrow: boolean): readonly TableColumn<SensorType>[] {
  const t = useT();
  const locale = useLocale();
  const format = useFormat();
  const range = useRange();
  return useMemo(() => {
    const quantity = (row: SensorType) => t(`sensor-types:quantity.${row.quantity}`);
    const name: TableColumn<SensorType> = {
      id: 'name',
      name: t('sensor-types:column.name'),
      link: true,
      hideable: false,
      cell: (row) => (
        <span className="swatched">
          <Swatch color={row.color} />
          <span className="two">
            <span className="med">{row.names[locale]}</span>
            {narrow ? <small>{quantity(row)}</small> : null}
          </span>
          {row.archived_at === null ? null : <Tag>{t('sensor-types:archived')}</Tag>}
        </span>
      ),
      sortBy: (row) => row.names[locale],
      skeleton: [152],
    };
    const channels: TableColumn<SensorType> = {
      id: 'channels',
      name: t('sensor-types:column.channels'),
      width: 96,
      end: true,
      cell: (row) => format.number(row.channel_count),
      sortBy: (row) => row.channel_count,
      skeleton: [14],
    };
    if (narrow) return [name, channels];
    return [
      name,
      {
        id: 'quantity',
        name: t('sensor-types:field.quantity'),
        width: 162,
        cell: (row) => <span className="soft one-line">{quantity(row)}</span>,
        sortBy: quantity,
        skeleton: [96],
      },
      {
        id: 'kind',
        name: t('sensor-types:field.kind'),
        width: 130,
        priority: 3,
        cell: (row) => <span className="soft one-line">{t(`sensor-types:kind.${row.kind}`)}</span>,
        sortBy: (row) => t(`sensor-types:kind.${row.kind}`),
        skeleton: [72],
      },
      {
        id: 'unit',
        name: t('sensor-types:column.unit'),
        width: 80,
        cell: (row) => symbolOf(row.quantity, row.display_unit),
        skeleton: [32],
      },
      {
        id: 'range',
        name: t('sensor-types:column.range'),
        width: 182,
        priority: 2,
        cell: (row) => <span className="soft one-line">{range(row)}</span>,
        skeleton: [96],
      },
      channels,
      {
        id: 'updated_at',
        name: t('sensor-types:column.updated'),
        width: 120,
        hidden: true,
        cell: (row) => <Age of={row.updated_at} />,
        sortBy: (row) => row.updated_at,
        skeleton: [64],
      },
    ];
  }, [t, format, locale, narrow]);
}
