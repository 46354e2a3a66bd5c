import { useMemo, useState } from 'react';
import type { ReceivedDataDetail } from '../../lib/contract/received-data.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { lineNumbers, markErrors, prettyJson } from './body-text.ts';

type View = 'raw' | 'pretty';

/** Id of the mark of an error, for the link that leads to it. */
export const markId = (error: number) => `error-${error + 1}`;

/** The body as the logger sent it: numbered lines with the places of the errors, or JSON in readable form. */
export function Body({ message }: { message: ReceivedDataDetail }) {
  const t = useT();
  const format = useFormat();
  const text = message.body ?? message.body_base64 ?? '';
  const placed = message.errors.some((error) => error.line !== undefined);
  const pretty = useMemo(() => (message.body === null || placed ? null : prettyJson(message.body)), [message.body, placed]);
  const [view, setView] = useState<View>('pretty');
  const shown = pretty !== null && view === 'pretty' ? pretty : text;
  const pieces = useMemo(
    () => (shown === text ? markErrors(text, message.errors) : [{ text: shown, error: null }]),
    [shown, text, message.errors],
  );
  return (
    <section className="message-part">
      <header>
        <h2 className="h2">{t('received-data:body.title')}</h2>
        <span className="spacer" />
        {pretty !== null && pretty !== text ? (
          <Segmented
            label={t('received-data:body.view')}
            value={view}
            options={[
              { id: 'pretty', label: t('received-data:body.pretty') },
              { id: 'raw', label: t('received-data:body.raw') },
            ]}
            onChange={setView}
          />
        ) : null}
      </header>
      {message.body === null && message.body_base64 !== null ? <p className="soft">{t('received-data:body.binary')}</p> : null}
      {text === '' ? (
        <p className="muted">{t('received-data:body.empty')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the text scrolls and must be reachable by keys
        <section className="raw" tabIndex={0} aria-label={t('received-data:body.title')}>
          <pre className="lines" aria-hidden="true">
            {lineNumbers(shown)}
          </pre>
          <pre className="text">
            {pieces.map((piece, index) =>
              piece.error === null ? (
                piece.text
              ) : (
                <mark key={index} id={markId(piece.error)}>
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
