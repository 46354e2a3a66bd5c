import { useMemo, useState } from 'react';
import type { ImportRow, ImportState, TableImport } from '../../lib/client/kernel/table-import.store.ts';
import type { TableProblem } from '../../lib/contract/table-imports.ts';
import { SEPARATORS, type Separator } from '../../lib/contract/tables.ts';
import type { Key } from '../../lib/i18n/index.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { useNarrow } from '../shell/Signed.tsx';
import { Button } from '../ui/Button.tsx';
import { DataTable, type TableColumn } from '../ui/DataTable.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { Select, type SelectOption } from '../ui/form/Select.tsx';
import { Status } from '../ui/Status.tsx';
import { StatusLamp } from '../ui/StatusLamp.tsx';
import type { ImportOf } from './words.ts';

type TableState = Extract<ImportState, { step: 'table' }>;

const NOT_READ = '-';
const SEPARATOR_KEYS = { ';': 'semicolon', ',': 'comma', '\t': 'tab' } as const;
const FORM_CODES = ['required', 'too_small', 'too_big', 'invalid_format', 'invalid_type', 'invalid_value'] as const;

const TABLE_CODES = ['repeated', 'unknown', 'ambiguous'] as const;

/** Sentences of what is wrong with a row. */
function useProblemText({ fields, fieldName, words }: ImportOf): (problem: TableProblem) => string {
  const t = useT();
  return ({ field, code }) => {
    const of = fields.includes(field) ? `${fieldName(t, field)}: ` : '';
    if (field === 'id' && code === 'taken') return t('table-import:problem.sent');
    if (code === 'taken') return of + t(words.taken);
    if (code === 'differs' && words.differs) return of + t(words.differs);
    const ofTables = TABLE_CODES.find((one) => one === code);
    if (ofTables) return of + t(`table-import:problem.${ofTables}`);
    const known = FORM_CODES.find((one) => one === code) ?? 'invalid_value';
    return of + t(`errors:field.${known}` as Key);
  };
}

/** What of the file is what, and each row with what is wrong with it. */
export function TableStep({
  of,
  state,
  store,
  workspaces,
  workspace,
  onWorkspace,
}: {
  of: ImportOf;
  state: TableState;
  store: TableImport;
  workspaces: readonly SelectOption[];
  workspace: string;
  onWorkspace: (id: string) => void;
}) {
  const t = useT();
  const format = useFormat();
  const [onlyBad, setOnlyBad] = useState(false);
  const { table, check } = state;
  const problems = check.status === 'checked' ? check.problems : null;
  const rows = useMemo(
    () => (onlyBad && problems ? table.rows.filter(({ row }) => problems.has(row)) : table.rows),
    [onlyBad, problems, table.rows],
  );
  const same = check.status === 'checked' ? check.same : null;
  const columns = useRowColumns(of, table.columns, problems, same);
  const fields = [{ id: NOT_READ, text: t('table-import:not_read') }, ...of.fields.map((id) => ({ id, text: of.fieldName(t, id) }))];
  return (
    <div className="stack text-ink">
      <div className="grid grid-cols-3 items-start gap-4 *:min-w-0 slim:grid-cols-1">
        {workspaces.length > 1 ? (
          <Select label={t('table-import:workspace')} value={workspace} options={workspaces} onChange={onWorkspace} />
        ) : null}
        <Select
          label={t('table-import:separator')}
          value={table.separator}
          options={SEPARATORS.map((id) => ({ id, text: t(`table-import:separators.${SEPARATOR_KEYS[id]}`) }))}
          onChange={(next) => store.setSeparator(next as Separator)}
          hint={table.encoding === null ? undefined : t('table-import:encoding', { encoding: table.encoding })}
        />
      </div>
      <fieldset className="grid gap-2">
        <legend className="h2 mb-1">{t('table-import:columns')}</legend>
        <div className="grid grid-cols-3 items-start gap-x-4 gap-y-2 *:min-w-0 slim:grid-cols-1">
          {table.headings.map((heading, at) => (
            <Select
              key={at}
              label={heading || t('table-import:unnamed', { n: at + 1 })}
              value={table.columns[at] ?? NOT_READ}
              options={fields}
              onChange={(next) => store.setColumn(at, next === NOT_READ ? null : next)}
            />
          ))}
        </div>
      </fieldset>
      <Verdict of={of} state={state} />
      {problems && problems.size > 0 ? (
        <Checkbox checked={onlyBad} onChange={setOnlyBad}>
          {t('table-import:only_bad', { count: problems.size, n: format.number(problems.size) })}
        </Checkbox>
      ) : null}
      <div className="flex h-72 min-h-0 flex-col rounded-2 border border-line-2">
        <DataTable label={t('table-import:preview')} columns={columns} rows={rows} rowId={({ row }) => String(row)} compact />
      </div>
    </div>
  );
}

function useRowColumns(
  of: ImportOf,
  fields: readonly (string | null)[],
  problems: ReadonlyMap<number, readonly TableProblem[]> | null,
  same: ReadonlySet<number> | null,
): readonly TableColumn<ImportRow>[] {
  const t = useT();
  const text = useProblemText(of);
  const narrow = useNarrow();
  return useMemo(() => {
    const read = fields.flatMap((field, at) => (field === null ? [] : [{ field, at }]));
    return [
      { id: 'line', name: t('table-import:line'), width: 64, end: true, cell: ({ line }) => line },
      {
        id: 'problem',
        name: t('table-import:verdict'),
        width: narrow ? 180 : 260,
        cell: ({ row }) => {
          if (problems === null) return null;
          const found = problems.get(row);
          if (same?.has(row)) return <span className="soft">{t('table-import:same')}</span>;
          if (!found) return <Status kind="online">{t('table-import:good')}</Status>;
          const said = found.map(text).join(' ');
          return (
            <span className="block py-1 [&_.st]:whitespace-normal">
              <Status kind="alarm">{said}</Status>
            </span>
          );
        },
      },
      ...read.map(({ field, at }, index) => ({
        id: field,
        name: of.fieldName(t, field),
        ...(index === 0 ? {} : { width: 140 }),
        cell: ({ cells }: ImportRow) => <span className="one-line">{cells[at]}</span>,
      })),
    ];
  }, [t, fields, problems, same, narrow]);
}

/** What the server says of the whole. */
function Verdict({ of, state: { table, check, failed } }: { of: ImportOf; state: TableState }) {
  const t = useT();
  const format = useFormat();
  const all = table.rows.length;
  const counted = (count: number) => ({ count, n: format.number(count) });
  return (
    <div role="status" className="grid gap-2">
      {failed ? (
        <p className="note alarm">
          <StatusLamp kind="alarm" />
          {`${t(of.words.failed)} ${t(`errors:${failed}`)}`}
        </p>
      ) : null}
      {!table.columns.includes('name') ? (
        <p className="note alarm">
          <StatusLamp kind="alarm" />
          {t(of.words.noName)}
        </p>
      ) : check.status === 'checking' ? (
        <p className="soft">{t('table-import:checking', counted(all))}</p>
      ) : check.status === 'failed' ? (
        <p className="note alarm">
          <StatusLamp kind="alarm" />
          {`${t('table-import:check_failed')} ${t(`errors:${check.code}`)}`}
        </p>
      ) : (
        <p>
          {t('table-import:good_rows', counted(all - check.problems.size - check.same.size))}
          {check.problems.size > 0 ? ` ${t('table-import:bad_rows', counted(check.problems.size))}` : ''}
          {check.same.size > 0 ? ` ${t('table-import:same_rows', counted(check.same.size))}` : ''}
        </p>
      )}
    </div>
  );
}

export function TableFooter({
  of,
  state: { table, check, busy },
  store,
  onBring,
}: {
  of: ImportOf;
  state: TableState;
  store: TableImport;
  onBring: (mode: 'all' | 'good') => void;
}) {
  const t = useT();
  const format = useFormat();
  const bad = check.status === 'checked' ? check.problems.size : 0;
  const good = table.rows.length - bad - (check.status === 'checked' ? check.same.size : 0);
  const ready = check.status === 'checked' && table.columns.includes('name');
  return (
    <>
      <Button onPress={store.restart}>{t('table-import:other')}</Button>
      <span className="spacer" />
      {check.status === 'failed' ? <Button onPress={() => void store.check()}>{t('ui:error.retry')}</Button> : null}
      <Button variant="primary" isDisabled={!ready || good === 0} isPending={busy} onPress={() => onBring(bad > 0 ? 'good' : 'all')}>
        {t(bad > 0 ? 'table-import:bring_good' : of.words.bringAll, { count: good, n: format.number(good) })}
      </Button>
    </>
  );
}
