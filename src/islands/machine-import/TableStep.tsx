import { useMemo, useState } from 'react';
import type { ImportRow, ImportState, MachineImport } from '../../lib/client/machines/machine-import.store.ts';
import { IMPORT_FIELDS, type ImportField, type ImportProblem } from '../../lib/contract/machines.ts';
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

type TableState = Extract<ImportState, { step: 'table' }>;

const NOT_READ = '-';
const SEPARATOR_KEYS = { ';': 'semicolon', ',': 'comma', '\t': 'tab' } as const;
const FORM_CODES = ['required', 'too_small', 'too_big', 'invalid_format', 'invalid_type', 'invalid_value'] as const;

/** Sentences of what is wrong with a row. */
function useProblemText(): (problem: ImportProblem) => string {
  const t = useT();
  return ({ field, code }) => {
    const name = (IMPORT_FIELDS as readonly string[]).includes(field) ? `${t(`machines:field.${field as ImportField}`)}: ` : '';
    if (code === 'taken' || code === 'repeated') return name + t(`machine-import:problem.${field === 'id' ? 'sent' : code}`);
    const known = FORM_CODES.find((one) => one === code) ?? 'invalid_value';
    return name + t(`errors:field.${known}` as Key);
  };
}

/** What of the file is what, and each row with what is wrong with it. */
export function TableStep({
  state,
  store,
  workspaces,
  workspace,
  onWorkspace,
}: {
  state: TableState;
  store: MachineImport;
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
  const columns = useRowColumns(table.columns, problems);
  const fields = [
    { id: NOT_READ, text: t('machine-import:not_read') },
    ...IMPORT_FIELDS.map((id) => ({ id, text: t(`machines:field.${id}`) })),
  ];
  return (
    <div className="stack text-ink">
      <div className="grid grid-cols-3 items-start gap-4 *:min-w-0 slim:grid-cols-1">
        {workspaces.length > 1 ? (
          <Select label={t('machines:field.workspace_id')} value={workspace} options={workspaces} onChange={onWorkspace} />
        ) : null}
        <Select
          label={t('machine-import:separator')}
          value={table.separator}
          options={SEPARATORS.map((id) => ({ id, text: t(`machine-import:separators.${SEPARATOR_KEYS[id]}`) }))}
          onChange={(next) => store.setSeparator(next as Separator)}
          hint={table.encoding === null ? undefined : t('machine-import:encoding', { encoding: table.encoding })}
        />
      </div>
      <fieldset className="grid gap-2">
        <legend className="h2 mb-1">{t('machine-import:columns')}</legend>
        <div className="grid grid-cols-3 items-start gap-x-4 gap-y-2 *:min-w-0 slim:grid-cols-1">
          {table.headings.map((heading, at) => (
            <Select
              // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file may have the same heading
              key={at}
              label={heading || t('machine-import:unnamed', { n: at + 1 })}
              value={table.columns[at] ?? NOT_READ}
              options={fields}
              onChange={(next) => store.setColumn(at, next === NOT_READ ? null : (next as ImportField))}
            />
          ))}
        </div>
      </fieldset>
      <Verdict state={state} />
      {problems && problems.size > 0 ? (
        <Checkbox checked={onlyBad} onChange={setOnlyBad}>
          {t('machine-import:only_bad', { count: problems.size, n: format.number(problems.size) })}
        </Checkbox>
      ) : null}
      <div className="flex h-72 min-h-0 flex-col rounded-2 border border-line-2">
        <DataTable label={t('machine-import:preview')} columns={columns} rows={rows} rowId={({ row }) => String(row)} compact />
      </div>
    </div>
  );
}

function useRowColumns(
  fields: readonly (ImportField | null)[],
  problems: ReadonlyMap<number, readonly ImportProblem[]> | null,
): readonly TableColumn<ImportRow>[] {
  const t = useT();
  const text = useProblemText();
  const narrow = useNarrow();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words follow from t
  return useMemo(() => {
    const read = fields.flatMap((field, at) => (field === null ? [] : [{ field, at }]));
    return [
      { id: 'line', name: t('machine-import:line'), width: 64, end: true, cell: ({ line }) => line },
      {
        id: 'problem',
        name: t('machine-import:verdict'),
        width: narrow ? 180 : 260,
        cell: ({ row }) => {
          if (problems === null) return null;
          const found = problems.get(row);
          if (!found) return <Status kind="online">{t('machine-import:good')}</Status>;
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
        name: t(`machines:field.${field}`),
        ...(index === 0 ? {} : { width: 140 }),
        cell: ({ cells }: ImportRow) => <span className="one-line">{cells[at]}</span>,
      })),
    ];
  }, [t, fields, problems, narrow]);
}

/** What the server says of the whole. */
function Verdict({ state: { table, check, failed } }: { state: TableState }) {
  const t = useT();
  const format = useFormat();
  const all = table.rows.length;
  const counted = (count: number) => ({ count, n: format.number(count) });
  return (
    <div role="status" className="grid gap-2">
      {failed ? (
        <p className="note alarm">
          <StatusLamp kind="alarm" />
          {`${t('machine-import:failed')} ${t(`errors:${failed}`)}`}
        </p>
      ) : null}
      {!table.columns.includes('name') ? (
        <p className="note alarm">
          <StatusLamp kind="alarm" />
          {t('machine-import:no_name')}
        </p>
      ) : check.status === 'checking' ? (
        <p className="soft">{t('machine-import:checking', counted(all))}</p>
      ) : check.status === 'failed' ? (
        <p className="note alarm">
          <StatusLamp kind="alarm" />
          {`${t('machine-import:check_failed')} ${t(`errors:${check.code}`)}`}
        </p>
      ) : (
        <p>
          {t('machine-import:good_rows', counted(all - check.problems.size))}
          {check.problems.size > 0 ? ` ${t('machine-import:bad_rows', counted(check.problems.size))}` : ''}
        </p>
      )}
    </div>
  );
}

export function TableFooter({
  state: { table, check, busy },
  store,
  onBring,
}: {
  state: TableState;
  store: MachineImport;
  onBring: (mode: 'all' | 'good') => void;
}) {
  const t = useT();
  const format = useFormat();
  const bad = check.status === 'checked' ? check.problems.size : 0;
  const good = table.rows.length - bad;
  const ready = check.status === 'checked' && table.columns.includes('name');
  return (
    <>
      <Button onPress={store.restart}>{t('machine-import:other')}</Button>
      <span className="spacer" />
      {check.status === 'failed' ? <Button onPress={() => void store.check()}>{t('ui:error.retry')}</Button> : null}
      <Button variant="primary" isDisabled={!ready || good === 0} isPending={busy} onPress={() => onBring(bad > 0 ? 'good' : 'all')}>
        {t(bad > 0 ? 'machine-import:bring_good' : 'machine-import:bring_all', { count: good, n: format.number(good) })}
      </Button>
    </>
  );
}
