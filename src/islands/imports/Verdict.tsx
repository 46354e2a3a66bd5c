import { useEffect, useRef } from 'react';
import type { Failure, SettingsState } from '../../lib/client/imports/import.store.ts';
import {
  IMPORT_LONGEST_ROW,
  IMPORT_MOST_COLUMNS,
  IMPORT_MOST_ROWS,
  IMPORT_NAMED_PROBLEMS,
  type ImportCheck,
  type ImportPreview,
  type ImportSettings,
} from '../../lib/contract/imports.ts';
import { SKIPPED, TWICE } from '../../lib/contract/tables.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { TaskProgress } from '../tasks/TaskProgress.tsx';
import { Select } from '../ui/form/Select.tsx';
import { StatusLamp } from '../ui/StatusLamp.tsx';

const MOST: Record<NonNullable<ImportPreview['failure']>['code'], number> = {
  no_rows: 0,
  row_too_long: IMPORT_LONGEST_ROW,
  too_many_columns: IMPORT_MOST_COLUMNS,
  too_many_rows: IMPORT_MOST_ROWS,
};
type SetTime = (changes: Partial<ImportSettings['time']>) => void;

/** What is known of the whole file, and what a person has to decide of it. */
export function Verdict({ state: { preview, trial, failure, settings }, onTime }: { state: SettingsState; onTime: SetTime }) {
  const t = useT();
  const check = trial.status === 'done' ? trial.check : null;
  const unread = preview.failure ?? check?.failure ?? null;
  const { time } = settings;
  // The first rows may show it before all of them are looked at; what was decided stays to be changed.
  const seen = (code: 'ts_twice' | 'ts_skipped') => preview.rows.some(({ problems }) => problems.some((one) => one.code === code));
  return (
    <div className="grid gap-3">
      <div role="alert" className="grid gap-2 empty:hidden">
        {failure ? <Refused failure={failure} /> : null}
        {unread ? <Unread {...unread} /> : null}
      </div>
      {(check && check.twice.rows > 0) || time.twice !== null || seen('ts_twice') ? (
        <Decision
          of="twice"
          check={check}
          value={time.twice}
          choices={TWICE}
          text={(id) => t(`imports:twice.${id}`)}
          onChange={(twice) => onTime({ twice })}
        />
      ) : null}
      {(check && check.skipped.rows > 0) || time.skipped !== null || seen('ts_skipped') ? (
        <Decision
          of="skipped"
          check={check}
          value={time.skipped}
          choices={SKIPPED}
          text={(id) => t(`imports:skipped.${id}`)}
          onChange={(skipped) => onTime({ skipped })}
        />
      ) : null}
      <div role="status" className="grid gap-2 empty:hidden">
        {trial.status === 'running' ? (
          <>
            <p className="soft">{t('imports:checking')}</p>
            <TaskProgress task={trial.task} />
          </>
        ) : check && !check.failure ? (
          <Found check={check} />
        ) : null}
      </div>
    </div>
  );
}

function Unread({ code, line }: NonNullable<ImportPreview['failure']>) {
  const t = useT();
  const format = useFormat();
  return (
    <p className="note alarm">
      <StatusLamp kind="alarm" />
      {t(`imports:failure.${code}`, { line: format.number(line), most: format.number(MOST[code]) })}
    </p>
  );
}

function Refused({ failure: { code, errors } }: { failure: Failure }) {
  const t = useT();
  const format = useFormat();
  const [first] = errors;
  const said =
    first?.path === 'settings.time.zone'
      ? t('imports:field.zone')
      : first?.code === 'too_big'
        ? t('imports:field.channel_limit', { n: format.number(Number(first.params?.maximum ?? 0)) })
        : first?.path.startsWith('settings.columns')
          ? t('imports:field.columns')
          : t(`errors:${code}`);
  return (
    <p className="note alarm">
      <StatusLamp kind="alarm" />
      {`${t('imports:failed_settings')} ${said}`}
    </p>
  );
}

function Decision<C extends (typeof TWICE)[number]>({
  of,
  check,
  value,
  choices,
  text,
  onChange,
}: {
  of: 'twice' | 'skipped';
  check: ImportCheck | null;
  value: C | null;
  choices: readonly C[];
  text: (choice: C) => string;
  onChange: (value: C) => void;
}) {
  const t = useT();
  const format = useFormat();
  const found = check?.[of];
  return (
    <section className="note late grid gap-2">
      <span className="flex items-center gap-2">
        <StatusLamp kind="late" />
        <span className="font-semi text-ink">{t(`imports:${of}.title`)}</span>
      </span>
      {found && found.line !== null ? (
        <p>
          {t(`imports:${of}.text`, {
            count: found.rows,
            n: format.number(found.rows),
            line: format.number(found.line),
            example: found.text ?? '',
          })}
        </p>
      ) : null}
      <Select
        label={t(`imports:${of}.label`)}
        required
        value={value}
        placeholder={t('imports:decide')}
        options={choices.map((id) => ({ id, text: text(id) }))}
        onChange={(next) => onChange(next as C)}
      />
    </section>
  );
}

function Found({ check }: { check: ImportCheck }) {
  const t = useT();
  const format = useFormat();
  const of = (count: number) => ({ count, n: format.number(count) });
  const told = useRef<HTMLParagraphElement>(null);
  // On a phone it is far below the button that asked for it.
  useEffect(() => {
    told.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const more = [
    ...(check.refused > 0 ? [t('imports:refused', of(check.refused))] : []),
    ...(check.missing > 0 ? [t('imports:missing', of(check.missing))] : []),
  ];
  return (
    <>
      <p ref={told}>
        {t('imports:found', {
          rows: t('imports:rows', of(check.rows)),
          new: t('imports:new', of(check.new)),
          changed: t('imports:changed', of(check.changed)),
          unchanged: t('imports:unchanged', of(check.unchanged)),
        })}{' '}
        {more.length > 0 ? `${format.list(more)}. ` : ''}
        {check.from && check.to ? t('imports:span', { from: format.dateTime(check.from), to: format.dateTime(check.to) }) : ''}
      </p>
      {check.new + check.changed === 0 && check.unchanged > 0 ? <p>{t('imports:nothing_to_store')}</p> : null}
      {check.problems.length > 0 ? (
        <details>
          <summary className="cursor-pointer">{t('imports:problems')}</summary>
          <ul className="grid gap-1 py-2">
            {check.problems.map(({ code, key, line }, at) => (
              <li key={at}>
                <span className="muted">{key === undefined ? t('imports:at_line', { line }) : t('imports:at_key', { line, key })}:</span>{' '}
                {t(`received-data:error.${code}`)}
              </li>
            ))}
          </ul>
          {check.problems.length >= IMPORT_NAMED_PROBLEMS ? (
            <p className="muted">{t('imports:more_problems', { n: IMPORT_NAMED_PROBLEMS })}</p>
          ) : null}
        </details>
      ) : null}
    </>
  );
}
