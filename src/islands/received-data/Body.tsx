import { useMemo, useState } from 'react';
import type { ReceivedDataDetail } from '../../lib/contract/received-data.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { StatusLamp } from '../ui/StatusLamp.tsx';
import { bytesOf, hexLines, lineNumbers, markErrors, offsets, prettyJson } from './body-text.ts';
import { MESSAGE_PART, PART_HEAD } from './message-looks.ts';

type View = 'raw' | 'pretty' | 'hex';

/** Id of the mark of an error, for the link that leads to it. */
export const markId = (error: number) => `error-${error + 1}`;

/** The body as the logger sent it: numbered lines with the places of the errors, or JSON in readable form. */
export function Body({ message }: { message: ReceivedDataDetail }) {
  const t = useT();
  const format = useFormat();
  const text = message.body ?? message.body_base64 ?? '';
  const placed = message.errors.some((error) => error.line !== undefined);
  const pretty = useMemo(() => (message.body === null || placed ? null : prettyJson(message.body)), [message.body, placed]);
  const isText = message.body !== null;
  const [view, setView] = useState<View>(isText ? 'pretty' : 'hex');
  const hex = useMemo(() => (view === 'hex' ? hexLines(bytesOf(message)) : null), [view, message]);
  const shown = hex ?? (pretty !== null && view === 'pretty' ? pretty : text);
  const views: readonly View[] = [...(pretty !== null && pretty !== text ? (['pretty'] as const) : []), 'raw', 'hex'];
  const chosen = views.includes(view) ? view : 'raw';
  const pieces = useMemo(
    () => (shown === text ? markErrors(text, message.errors) : [{ text: shown, error: null }]),
    [shown, text, message.errors],
  );
  return (
    <section className={MESSAGE_PART}>
      <header className={PART_HEAD}>
        <h2 className="h2">{t('received-data:body.title')}</h2>
        <span className="spacer" />
        {text === '' ? null : (
          <Segmented
            label={t('received-data:body.view')}
            value={chosen}
            options={views.map((id) => ({ id, label: t(`received-data:body.${id === 'raw' && !isText ? 'base64' : id}`) }))}
            onChange={setView}
          />
        )}
      </header>
      {message.body === null && message.body_base64 !== null ? <p className="soft">{t('received-data:body.binary')}</p> : null}
      {message.body_damaged ? (
        <p className="flex items-baseline gap-2">
          <StatusLamp kind="alarm" />
          <span>{t('received-data:body.damaged')}</span>
        </p>
      ) : text === '' ? (
        <p className="muted">{t('received-data:body.empty')}</p>
      ) : (
        <section
          className="grid grid-cols-[auto_minmax(0,1fr)] overflow-auto rounded-2 border border-line-2 bg-ground font-mono text-12 leading-5 font-regular [font-feature-settings:normal] focus-visible:shadow-focus [&>pre]:m-0 [&>pre]:py-2 [&>pre]:[font:inherit]"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the text scrolls and must be reachable by keys
          tabIndex={0}
          aria-label={t('received-data:body.title')}
        >
          <pre className="sticky left-0 border-r border-line bg-ground pr-2 pl-2.5 text-right text-ink-3 select-none" aria-hidden="true">
            {hex === null ? lineNumbers(shown) : offsets(shown)}
          </pre>
          <pre className="px-3 whitespace-pre [tab-size:2]">
            {pieces.map((piece, index) =>
              piece.error === null ? (
                piece.text
              ) : (
                <mark
                  className="scroll-m-20 rounded-[1px] bg-alarm-soft font-semi text-alarm-text outline-[1.5px] outline-alarm outline-solid"
                  key={index}
                  id={markId(piece.error)}
                >
                  {piece.text}
                </mark>
              ),
            )}
          </pre>
        </section>
      )}
      {message.body_cut ? <p className="soft">{t('received-data:body.cut', { size: format.bytes(message.size) })}</p> : null}
    </section>
  );
}
