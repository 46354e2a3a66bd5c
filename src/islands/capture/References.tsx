import { type FormEvent, memo, useId } from 'react';
import type { Capture, Running } from '../../lib/client/capture/capture.store.ts';
import type { Reference } from '../../lib/contract/screens.ts';
import { MAX_REFERENCE, type ReferenceField } from '../../lib/contract/tap-kinds.ts';
import { useT } from '../../lib/i18n/words.tsx';
import { useKept } from '../ui/form/useKept.ts';
import { Kept } from './Kept.tsx';
import { BUTTON_PRIMARY } from './looks.ts';
import { offeredValues } from './references.ts';
import { Sheet } from './Sheet.tsx';

const CHIP =
  'min-h-12 flex-none rounded-2 border border-line bg-surface px-3.5 font-medium text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft wide:min-h-16';

interface ReferencesProps {
  capture: Capture;
  running: Running;
  /** Of the panel. */
  references: readonly Reference[];
  /** Of the first lane: what holds there is shown. */
  lane: string;
}

/** Which order, product or batch the work is for: what holds now, and what it may be changed to by a touch. */
export const References = memo(function References({
  capture,
  running,
  references,
  lane,
  onAsk,
}: ReferencesProps & { onAsk(field: ReferenceField): void }) {
  const t = useT();
  const holds = running.timeline.references.get(lane) ?? {};
  return (
    <div className="flex gap-(--gap) overflow-x-auto overscroll-contain">
      {references.map(({ field, values }) => (
        <fieldset key={field} className="contents" aria-label={t(`capture:reference.${field}`)}>
          <button
            type="button"
            className="grid min-h-12 max-w-56 min-w-24 flex-none content-center rounded-2 border border-line-2 bg-raised px-3.5 text-left leading-5 wide:min-h-16"
            onClick={() => onAsk(field)}
          >
            <small className="text-12 leading-4 text-ink-3">{t(`capture:reference.${field}`)}</small>
            <b className={`truncate ${holds[field] ? 'font-semi' : 'font-medium text-ink-2'}`}>
              {holds[field] ?? t('capture:reference.enter')}
            </b>
          </button>
          <Values capture={capture} running={running} field={field} values={values} holds={holds[field]} />
        </fieldset>
      ))}
    </div>
  );
});

function Values({
  capture,
  running,
  field,
  values,
  holds,
  onDone,
}: Pick<ReferencesProps, 'capture' | 'running'> & Reference & { holds: string | undefined; onDone?: () => void }) {
  return offeredValues(running.corrected.taps, field, values).map((value) => (
    <button
      key={value}
      type="button"
      className={`${CHIP} max-w-56 truncate`}
      aria-pressed={holds === value}
      onClick={() => {
        capture.refer(field, holds === value ? null : value);
        onDone?.();
      }}
    >
      {value}
    </button>
  ));
}

/** A value that isn't among the chips is typed, or comes from a scanner that types and ends with Enter. Beside the pad: elements are tapped meanwhile. */
export function ReferenceSheet({
  capture,
  running,
  references,
  lane,
  field,
  onClose,
}: ReferencesProps & { field: ReferenceField; onClose(): void }) {
  const t = useT();
  const id = useId();
  const { values: written, restored, set, reset } = useKept(`reference ${capture.measurement.id} ${field}`, { text: '' });
  const holds = running.timeline.references.get(lane)?.[field];
  const values = references.find((one) => one.field === field)?.values ?? [];
  const use = (event: FormEvent) => {
    event.preventDefault();
    const value = written.text.trim();
    if (value === '') return;
    if (value !== holds) capture.refer(field, value);
    reset();
    onClose();
  };
  return (
    <Sheet title={<span id={id}>{t(`capture:reference.${field}`)}</span>} onClose={onClose}>
      <form className="grid grid-cols-1 gap-3" onSubmit={use}>
        <div className="flex gap-2">
          <input
            value={written.text}
            onChange={(event) => set('text', event.target.value)}
            className="min-h-16 min-w-0 flex-1 rounded-2 border border-line-2 bg-surface px-3.5 text-[17px] select-text"
            aria-labelledby={id}
            placeholder={t('capture:reference.type')}
            maxLength={MAX_REFERENCE}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="done"
            // biome-ignore lint/a11y/noAutofocus: it was asked for, and a scanner types at once
            autoFocus
          />
          <button type="submit" className={BUTTON_PRIMARY}>
            {t('capture:reference.use')}
          </button>
        </div>
        <Kept restored={restored} onReset={reset} />
        <div className="flex max-h-52 flex-wrap gap-2 overflow-y-auto overscroll-contain">
          <Values capture={capture} running={running} field={field} values={values} holds={holds} onDone={onClose} />
          {holds === undefined ? null : (
            <button
              type="button"
              className={`${CHIP} border-dashed text-ink-2`}
              onClick={() => {
                capture.refer(field, null);
                onClose();
              }}
            >
              {t(`capture:reference.none.${field}`)}
            </button>
          )}
        </div>
      </form>
    </Sheet>
  );
}
