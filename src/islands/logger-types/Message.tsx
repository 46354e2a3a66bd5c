import { useStore } from '@nanostores/react';
import { ClipboardPaste } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Editor } from '../../lib/client/logger-types/editor.store.ts';
import type { TrialState } from '../../lib/client/logger-types/trial.store.ts';
import type { Bench } from '../../lib/contract/logger-types.ts';
import { parsePath, type Step, writePath } from '../../lib/domain/logger-types/path.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextArea } from '../ui/form/TextArea.tsx';
import { useKept } from '../ui/form/useKept.ts';
import { Scroller } from '../ui/Scroller.tsx';

/** A line of a message that is written out; a leaf has the path of its value. */
interface Line {
  depth: number;
  before: string;
  value: string | null;
  path: string | null;
  after: string;
}

const MOST_LINES = 400;

/** The path of a value as a mapping writes it: from its row, or from the whole message where it is in none. @param row steps to the rows */
function pathFrom(steps: readonly Step[], row: readonly Step[]): string {
  const inside = steps.length > row.length && row.every((step, i) => step === steps[i] || (step === null && typeof steps[i] === 'number'));
  if (inside) return writePath(steps.slice(row.length));
  const whole = writePath(steps);
  return whole.startsWith('[') ? `$${whole}` : `$.${whole}`;
}

/** A message line by line. @param row steps to the rows, none where the message is one */
function linesOf(root: unknown, row: readonly Step[]): Line[] {
  const lines: Line[] = [];
  const walk = (value: unknown, steps: readonly Step[], label: string, comma: string) => {
    if (lines.length >= MOST_LINES) return;
    const depth = steps.length;
    if (typeof value === 'object' && value !== null) {
      const [open, close] = Array.isArray(value) ? '[]' : '{}';
      const members: [Step, unknown][] = Array.isArray(value) ? value.map((one, i) => [i, one]) : Object.entries(value);
      if (members.length === 0) {
        lines.push({ depth, before: `${label}${open}${close}${comma}`, value: null, path: null, after: '' });
        return;
      }
      lines.push({ depth, before: `${label}${open}`, value: null, path: null, after: '' });
      members.forEach(([step, one], i) => {
        walk(one, [...steps, step], typeof step === 'string' ? `${JSON.stringify(step)}: ` : '', i < members.length - 1 ? ',' : '');
      });
      lines.push({ depth, before: `${close}${comma}`, value: null, path: null, after: '' });
    } else lines.push({ depth, before: label, value: JSON.stringify(value), path: pathFrom(steps, row), after: comma });
  };
  walk(root, [], '', '');
  return lines;
}

/** The message on which the draft is tried: its values become channels by a press. */
export function Message({ editor, canWrite }: { editor: Editor; canWrite: boolean }) {
  const t = useT();
  const format = useFormat();
  const { message, stored, bench, spec } = useStore(editor.$state);
  const trial = useStore(editor.trial.$state);
  const [pasting, setPasting] = useState(false);
  const body = bench?.body ?? (message && 'message' in message ? message.message : '');
  const root = useMemo(() => {
    try {
      return JSON.parse(body) as unknown;
    } catch {
      return undefined;
    }
  }, [body]);
  const { rows } = spec;
  const lines = useMemo(() => {
    if (root === undefined) return [];
    const row = rows === null ? (Array.isArray(root) ? [null] : []) : (parsePath(rows)?.steps ?? []);
    return linesOf(root, row);
  }, [root, rows]);
  const mapped = new Set([...spec.channels.map(({ path }) => path), ...(spec.time ? [spec.time.path] : [])]);
  const refused = new Set(bench?.errors.flatMap(({ path }) => path ?? []));
  const chosen = message && 'received_data_id' in message ? message.received_data_id : 'pasted';
  const options = [
    ...(chosen === 'pasted' ? [{ id: 'pasted', text: t('logger-types:message.pasted') }] : []),
    // One that was opened from a trial, or by a link, isn't among the newest.
    ...(chosen === 'pasted' || stored.some(({ id }) => id === chosen)
      ? []
      : [{ id: chosen, text: [loggerOf(trial, chosen), bench ? format.dateTime(bench.received_at) : ''].join(' ').trim() }]),
    ...stored.map((one) => ({ id: one.id, text: `${one.datalogger_name} ${format.dateTime(one.received_at)}` })),
  ];
  return (
    <section
      className="grid min-w-0 content-start gap-3 self-stretch border-r border-line-2 bg-surface-2 p-3 pl-5 max-[1025px]:border-r-0 max-[1025px]:border-b max-[1025px]:px-5 slim:px-4"
      aria-label={t('logger-types:message.title')}
    >
      <div className="flex items-center gap-2">
        <h2 className="h2">{t('logger-types:message.title')}</h2>
        <span className="min-w-0 flex-1">
          {options.length > 0 ? (
            <Select
              bare
              label={t('logger-types:message.choose')}
              value={chosen}
              options={options}
              onChange={(id) => editor.tryOn({ received_data_id: id })}
            />
          ) : null}
        </span>
        {canWrite ? (
          <Button size="sm" icon={ClipboardPaste} onPress={() => setPasting(!pasting)}>
            {t('logger-types:message.paste')}
          </Button>
        ) : null}
      </div>
      {pasting ? <Paste editor={editor} onDone={() => setPasting(false)} /> : null}
      {bench?.failure ? (
        <p className="text-alarm-text" role="alert">
          {t(`received-data:error.${bench.failure.code}`)}
        </p>
      ) : null}
      {bench ? <Warnings of={bench.warnings} /> : null}
      {lines.length > 0 ? (
        <ol className="mono min-w-0 overflow-x-auto text-12 leading-6">
          {lines.map((line, i) => (
            <li key={i} className="flex min-w-max items-baseline whitespace-pre" style={{ paddingLeft: `${line.depth * 12}px` }}>
              <span className="text-ink-2">{line.before}</span>
              {line.path === null ? null : canWrite && spec.decoder === 'mapping' ? (
                <button
                  type="button"
                  className={`cursor-pointer rounded-1 border px-1 leading-5 hover:border-accent ${
                    refused.has(line.path)
                      ? 'border-alarm-text text-alarm-text'
                      : mapped.has(line.path)
                        ? 'border-line-control bg-surface font-medium text-ink'
                        : 'border-transparent text-ink-2 underline decoration-dotted'
                  }`}
                  data-wire={line.path}
                  aria-label={`${line.value} ${t(mapped.has(line.path) ? 'logger-types:message.open' : 'logger-types:message.add', { path: line.path })}`}
                  onClick={() => editor.addPath(line.path!)}
                >
                  {line.value}
                </button>
              ) : (
                <span data-wire={line.path}>{line.value}</span>
              )}
              <span className="text-ink-2">{line.after}</span>
            </li>
          ))}
        </ol>
      ) : body ? (
        // What has no values to press may be long: the channels beside it stay in sight.
        <Scroller className="max-h-100 overflow-y-auto">
          <pre className="mono text-12 whitespace-pre-wrap break-all">{body}</pre>
        </Scroller>
      ) : (
        <p className="soft">{t('logger-types:message.none')}</p>
      )}
      {spec.decoder === 'mapping' ? (
        lines.length > 0 && canWrite ? (
          <p className="soft">{t('logger-types:message.hint')}</p>
        ) : null
      ) : (
        <Keys editor={editor} canWrite={canWrite} />
      )}
    </section>
  );
}

/** Whose a message of the trial is. */
function loggerOf(state: TrialState, id: string): string {
  if (state.status !== 'ready') return '';
  const { messages, loggers } = state.trial;
  const message = messages.find((one) => one.id === id);
  return loggers.find((one) => one.id === message?.datalogger_id)?.name ?? '';
}

/** A message that somebody has from elsewhere. */
function Paste({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const t = useT();
  const { values, restored, set, reset } = useKept('logger-type-message', { text: '' });
  return (
    <div className="grid gap-2">
      <TextArea
        label={t('logger-types:message.text')}
        value={values.text}
        rows={6}
        spellCheck={false}
        onChange={(text) => set('text', text)}
      />
      <DraftNote form={{ restored, reset }} />
      <Button
        size="sm"
        variant="primary"
        isDisabled={values.text.trim() === ''}
        onPress={() => {
          editor.tryOn({ message: values.text.trim() });
          reset();
          onDone();
        }}
      >
        {t('logger-types:message.use')}
      </Button>
    </div>
  );
}

/** What another decoder gave under names that no channel has. */
function Keys({ editor, canWrite }: { editor: Editor; canWrite: boolean }) {
  const t = useT();
  const { bench } = useStore(editor.$state);
  const free = bench?.readings.filter((reading) => reading.channel === null) ?? [];
  if (free.length === 0) return null;
  return (
    <div className="grid gap-1">
      <p className="soft">{t('logger-types:message.keys')}</p>
      <ul className="flex flex-wrap gap-1.5">
        {free.map(({ key, value }) => (
          <li key={key}>
            <Button size="sm" isDisabled={!canWrite} onPress={() => editor.addPath(key)}>
              {`${key} = ${String(value)}`}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What was warned of the message, each once; what concerns one value stands beside it. */
function Warnings({ of }: { of: Bench['warnings'] }) {
  const t = useT();
  const texts = of.flatMap(({ code, path, text }) => (path === undefined ? [`${t(`received-data:error.${code}`)} ${text ?? ''}`] : []));
  return [...new Set(texts)].map((text) => (
    <p key={text} className="text-late-text">
      {text}
    </p>
  ));
}
