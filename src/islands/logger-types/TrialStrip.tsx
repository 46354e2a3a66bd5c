import { useStore } from '@nanostores/react';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { Editor } from '../../lib/client/logger-types/editor.store.ts';
import { kindOfTried, TRIED_KINDS, type Trial, type TriedKind } from '../../lib/client/logger-types/trial.store.ts';
import type { Bench, TrialResult } from '../../lib/contract/logger-types.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';

/** Told apart by height and shape too, not by colour alone; the greater the change, the taller. */
const LOOKS: Record<TriedKind, string> = {
  waiting: 'h-1 border-b border-line-control',
  missing: 'h-full border border-dashed border-off',
  error: 'h-full bg-alarm',
  gone: 'h-3 border border-late-text',
  changed: 'h-3 bg-accent',
  new: 'h-2 bg-info',
  unchanged: 'h-1 bg-line-control',
};
const BOLD_STEP = 10;

/** One cell for each message in the order of receipt; the one that is pressed is opened on the bench. */
export function TrialStrip({ editor, trial }: { editor: Editor; trial: Trial }) {
  const t = useT();
  const format = useFormat();
  const { messages, loggers, results } = trial;
  const { message } = useStore(editor.$state);
  const shown = message && 'received_data_id' in message ? message.received_data_id : null;
  const [at, setAt] = useState<number | null>(null);
  const place = at ?? messages.findIndex(({ id }) => id === shown);
  const current = messages[place] ?? messages[0]!;
  const nameOf = (one: (typeof messages)[number]) =>
    `${loggers.find(({ id }) => id === one.datalogger_id)?.name ?? ''} ${format.dateTime(one.received_at, 'second')}`;
  const kindOf = (one: (typeof messages)[number]) => kindOfTried(results.get(one.id));
  const open = (index: number) => {
    setAt(index);
    const one = messages[index];
    if (one) editor.tryOn({ received_data_id: one.id });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const from = Math.max(0, place);
    const to = {
      ArrowLeft: from - 1,
      ArrowDown: from - 1,
      ArrowRight: from + 1,
      ArrowUp: from + 1,
      PageDown: from - BOLD_STEP,
      PageUp: from + BOLD_STEP,
      Home: 0,
      End: messages.length - 1,
    }[event.key];
    if (to !== undefined) setAt(Math.min(messages.length - 1, Math.max(0, to)));
    else if (event.key === 'Enter' || event.key === ' ') open(from);
    else return;
    event.preventDefault();
  };
  const onPointerDown = (event: PointerEvent) => {
    const cell = (event.target as Element).closest('[data-cell]');
    if (cell) open(Number(cell.getAttribute('data-cell')));
  };
  const counted = new Map<TriedKind, number>();
  for (const one of messages) counted.set(kindOf(one), (counted.get(kindOf(one)) ?? 0) + 1);
  const warned = [...results.values()].filter(({ warnings }) => warnings > 0).length;
  return (
    <div className="grid min-w-0 gap-3">
      <div
        role="slider"
        tabIndex={0}
        aria-label={t('logger-types:trial.strip')}
        aria-valuemin={1}
        aria-valuemax={messages.length}
        aria-valuenow={Math.max(0, place) + 1}
        aria-valuetext={`${nameOf(current)}: ${t(`logger-types:trial.kind.${kindOf(current)}`)}`}
        className="grid cursor-pointer grid-cols-[repeat(auto-fill,minmax(7px,1fr))] gap-y-1.5"
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
      >
        {messages.map((one, i) => (
          <span
            key={one.id}
            data-cell={i}
            data-kind={kindOf(one)}
            className={`flex h-5 items-end px-px ${i === place ? 'rounded-1 bg-selected shadow-inside' : 'border-b border-line-2 hover:bg-hover'}`}
          >
            <span
              className={`w-full ${LOOKS[kindOf(one)]} ${(results.get(one.id)?.warnings ?? 0) > 0 ? 'border-t-2 border-t-late' : ''}`}
            />
          </span>
        ))}
      </div>
      <div className="-mt-2 flex justify-between gap-4 text-12 text-ink-3">
        <span>{format.dateTime(messages[0]!.received_at)}</span>
        <span className="text-right">{format.dateTime(messages.at(-1)!.received_at)}</span>
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-12 text-ink-2">
        {TRIED_KINDS.filter((kind) => counted.has(kind)).map((kind) => (
          <li key={kind} className="flex items-center gap-1.5">
            <span className="flex h-4 w-2 items-end" aria-hidden="true">
              <span className={`w-full ${LOOKS[kind]}`} />
            </span>
            <span>
              {t(`logger-types:trial.kind.${kind}`)} <b className="font-medium text-ink tnum">{format.number(counted.get(kind) ?? 0)}</b>
            </span>
          </li>
        ))}
        {warned > 0 ? (
          <li className="flex items-center gap-1.5">
            <span className="flex h-4 w-2 items-end" aria-hidden="true">
              <span className="h-1 w-full border-t-2 border-t-late" />
            </span>
            <span>
              {t('logger-types:trial.warned')} <b className="font-medium text-ink tnum">{format.number(warned)}</b>
            </span>
          </li>
        ) : null}
      </ul>
      {place >= 0 ? <Chosen editor={editor} name={nameOf(current)} id={current.id} result={results.get(current.id)} /> : null}
    </div>
  );
}

/** The message on which the strip stands: what became of it, and reading by reading once it is opened. */
function Chosen({ editor, name, id, result }: { editor: Editor; name: string; id: string; result: TrialResult | undefined }) {
  const t = useT();
  const locale = useLocale();
  const { message, bench } = useStore(editor.$state);
  const isOpen = message !== null && 'received_data_id' in message && message.received_data_id === id;
  return (
    <div className="grid gap-2 border-t border-line-2 pt-3" data-chosen>
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="med">{name}</span>
        <span>{t(`logger-types:trial.kind.${kindOfTried(result)}`)}</span>
        <a className="link" href={href('/dlog/received-data/{id}', { id }, locale)}>
          {t('logger-types:trial.detail')}
        </a>
        {isOpen ? null : (
          <button type="button" className="link cursor-pointer" onClick={() => editor.tryOn({ received_data_id: id })}>
            {t('logger-types:trial.open')}
          </button>
        )}
      </p>
      {result?.is_missing ? <p className="soft">{t('logger-types:trial.missing')}</p> : null}
      {isOpen && bench ? <Readings bench={bench} /> : null}
    </div>
  );
}

const MOST_SHOWN = 20;

/** What of the message would be other than it is, and why something can't be read. */
function Readings({ bench: { readings, gone, errors, failure } }: { bench: Bench }) {
  const t = useT();
  const format = useFormat();
  const shown = ({ value, unit, decimals }: { value: unknown; unit: string | null; decimals?: number | null }) =>
    typeof value === 'number' ? format.quantity(value, unit, decimals ?? null) : String(value);
  const lines = [
    ...[...(failure ? [failure] : []), ...errors].map((error, i) => ({
      id: `error ${i}`,
      kind: 'error' as const,
      key: error.path ?? error.key ?? '',
      text: t(`received-data:error.${error.code}`),
    })),
    ...gone.map((one, i) => ({ id: `gone ${i}`, kind: 'gone' as const, key: one.key, text: shown(one) })),
    ...readings.flatMap((one, i) =>
      one.outcome === 'changed' || one.outcome === 'new'
        ? [
            {
              id: `reading ${i}`,
              kind: one.outcome,
              key: one.key,
              text: one.before ? `${shown({ ...one.before, decimals: one.decimals })} → ${shown(one)}` : shown(one),
            },
          ]
        : [],
    ),
  ];
  if (lines.length === 0) return null;
  return (
    <>
      <ul className="grid max-w-180">
        {lines.slice(0, MOST_SHOWN).map(({ id, kind, key, text }) => (
          <li key={id} className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1.4fr)] gap-3 border-b border-line py-1">
            <span className="mono wrap-anywhere text-12">{key}</span>
            <span className={kind === 'error' ? 'text-alarm-text' : 'text-ink-2'}>{t(`logger-types:trial.outcome.${kind}`)}</span>
            <span className="text-right wrap-anywhere">{text}</span>
          </li>
        ))}
      </ul>
      {lines.length > MOST_SHOWN ? (
        <p className="soft">
          {t('logger-types:trial.more', { count: lines.length - MOST_SHOWN, n: format.number(lines.length - MOST_SHOWN) })}
        </p>
      ) : null}
    </>
  );
}
