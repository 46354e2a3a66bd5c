import { type ReactNode, useMemo } from 'react';
import { MAX_REFERENCE, REFERENCE_FIELDS, type ReferenceField } from '../../lib/contract/tap-kinds.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import { usePrinting } from '../ui/usePrinting.ts';
import { CellInput } from './CellInput.tsx';
import { type MoreColumn, useChosen } from './EntryTable.tsx';
import type { Corrections } from './useCorrections.ts';
import type { Work } from './work.ts';

/** Orders, products and batches of entries: those that the panel asks for, and such as were said all the same. */
export function fieldsOf({ version, day }: Pick<Work, 'version' | 'day'>): ReferenceField[] {
  const asked = version.definition.references ?? [];
  const said = new Set([...day.entries.values()].flatMap(({ references = {} }) => Object.keys(references)));
  return REFERENCE_FIELDS.filter((field) => asked.some((one) => one.field === field) || said.has(field));
}

/** So many letters stand in one line on paper; of longer ones they may break anywhere. */
const WHOLE_ON_PAPER = 16;

/** One line of at most so many letters; nothing clears it. */
const read = (text: string): string | null => text.replace(/\s+/gu, ' ').trim().slice(0, MAX_REFERENCE) || null;

export function useReferenceColumns(work: Work, { send }: Corrections): readonly MoreColumn[] {
  const t = useT();
  const { day, shown, look } = work;
  // On paper a field would cut what is longer than it.
  const printing = usePrinting();
  const canEdit = !printing && work.canEdit;
  const fields = fieldsOf(work).join();
  return useMemo(() => {
    const column = (field: ReferenceField): MoreColumn => {
      const label = t(`measurement-tabs:references.${field}`);
      const cell = (entry: Parameters<MoreColumn['cell']>[0], cards: boolean): ReactNode => {
        const value = entry.references?.[field];
        if (!canEdit && cards)
          return value ? (
            <span key={field} className="min-w-0 wrap-anywhere whitespace-normal">
              <span className="muted text-12">{label}</span> {value}
            </span>
          ) : null;
        if (printing) return <span className={`soft ${value && value.length <= WHOLE_ON_PAPER ? 'whitespace-nowrap' : ''}`}>{value}</span>;
        if (!canEdit) return <span className="one-line soft">{value}</span>;
        const input = (
          <CellInput
            row={entry.id}
            field={field}
            label={`${label}: ${shown.time(entry.from)} ${look(entry).name}`}
            text={value ?? ''}
            read={read}
            onSave={(to) => void send((by) => by.refer(day, [entry], field, to), t('measurement-tabs:readings.done.referred'))}
          />
        );
        return cards ? (
          <span key={field} className="grid min-w-0">
            <span className="muted text-11 leading-4">{label}</span>
            {input}
          </span>
        ) : (
          input
        );
      };
      return { id: field, label, cell };
    };
    return fields === '' ? [] : fields.split(',').map((field) => column(field as ReferenceField));
  }, [fields, day, shown, look, printing, canEdit, t]);
}

/** For several entries at once: one of those that are known. A new one is written into a row first. */
export function ReferenceMenus({ work, corrections }: { work: Work; corrections: Corrections }) {
  const t = useT();
  const chosen = useChosen(work);
  const { day, version } = work;
  return fieldsOf(work).map((field) => {
    const listed = version.definition.references?.find((one) => one.field === field)?.values ?? [];
    const values = new Set([...[...day.entries.values()].flatMap(({ references }) => references?.[field] ?? []), ...listed]);
    const put = (value: string | null) =>
      void corrections.send((by) => by.refer(day, chosen, field, value), t('measurement-tabs:readings.done.referred'));
    return (
      <Menu
        key={field}
        label={t(`measurement-tabs:references.${field}`)}
        trigger={<Button size="sm">{t(`measurement-tabs:references.${field}`)}</Button>}
      >
        {[...values].map((value) => (
          <MenuItem key={value} id={`value ${value}`} onAction={() => put(value)}>
            {value}
          </MenuItem>
        ))}
        <MenuItem id="none" onAction={() => put(null)}>
          {t(`measurement-tabs:references.none.${field}`)}
        </MenuItem>
      </Menu>
    );
  });
}
