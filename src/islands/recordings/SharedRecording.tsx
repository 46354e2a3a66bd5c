import { useId, useState } from 'react';
import { openByLink } from '../../lib/client/recordings/shared-recording.ts';
import type { Locale } from '../../lib/constants.ts';
import type { SharedRecording as Shared } from '../../lib/contract/recordings.ts';
import { I18n, useFormat, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { Zone } from '../shell/zone.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { Tag } from '../ui/Tag.tsx';
import { Figures } from './Figures.tsx';
import { Hash } from './Hash.tsx';
import { useSpan } from './RecordingStatus.tsx';
import { SharedChart } from './SharedChart.tsx';
import { VerdictPart } from './VerdictPart.tsx';

await ready('common', 'ui', 'errors', 'forms', 'recordings', 'shared-recording', 'dataloggers');

export type Problem = 'share_password' | 'share_ended' | 'not_found' | 'busy';

/** `/shared/recording/{token}`: a recording as anybody sees it who has a link to it. */
export default function SharedRecording({
  locale,
  token,
  initial,
  problem,
}: {
  locale: Locale;
  token: string;
  initial: Shared | null;
  problem: Problem | null;
}) {
  const [found, setFound] = useState(initial);
  const zone = found?.time_zone ?? 'UTC';
  return (
    <I18n locale={locale} timeZone={zone}>
      <Zone value={zone}>
        {found ? <Opened recording={found} /> : <Closed token={token} problem={problem ?? 'busy'} onOpen={setFound} />}
      </Zone>
    </I18n>
  );
}

function Closed({ token, problem, onOpen }: { token: string; problem: Problem; onOpen: (recording: Shared) => void }) {
  const t = useT();
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const field = useId();
  const wrong = failed === 'password_wrong';
  const open = async () => {
    setBusy(true);
    const answer = await openByLink(token, password);
    setBusy(false);
    if (answer.recording) onOpen(answer.recording);
    else {
      setFailed(answer.code);
      // What was wrong is read out with the field in which it is mended.
      document.getElementById(field)?.focus();
    }
  };
  return (
    <div className="mx-auto grid max-w-120 gap-4 px-5 py-16">
      <h1 className="text-28 leading-8 font-semi text-balance">{t(`shared-recording:${problem}.title`)}</h1>
      <p className="text-ink-2">{t(`shared-recording:${problem}.text`)}</p>
      {problem === 'share_password' ? (
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void open();
          }}
        >
          <TextField
            id={field}
            type="password"
            label={t('shared-recording:password')}
            error={wrong ? { code: 'share_password_wrong' } : null}
            value={password}
            onChange={(value) => {
              setPassword(value);
              setFailed(null);
            }}
            autoComplete="off"
            required
          />
          {failed === null || wrong ? null : (
            <p className="text-alarm-text" role="alert">
              {t('shared-recording:busy.text')}
            </p>
          )}
          <div>
            <Button type="submit" variant="primary" isPending={busy}>
              {t('shared-recording:open')}
            </Button>
          </div>
        </form>
      ) : null}
    </div>
  );
}

function Opened({ recording }: { recording: Shared }) {
  const t = useT();
  const format = useFormat();
  const span = useSpan();
  const { evaluation } = recording;
  return (
    <article className="mx-auto max-w-300 pb-12 text-14">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line-2 px-5 pt-6 pb-4 slim:px-4">
        <p className="basis-full text-12 text-ink-3">{recording.organization}</p>
        <h1 className="text-28 leading-8 font-semi text-balance wrap-anywhere">{recording.name}</h1>
        <Tag>{t(`recordings:purpose.${recording.purpose}`)}</Tag>
        <span className="soft">{span(recording)}</span>
      </header>
      <VerdictPart row={recording} evaluation={evaluation} failed={null} onRetry={async () => undefined} />
      <div className="px-5 py-4 slim:px-4">
        <SharedChart recording={recording} />
      </div>
      {evaluation ? <Figures row={recording} evaluation={evaluation} /> : null}
      {recording.notes.length === 0 ? null : (
        <section className="border-t border-line-2 px-5 py-3 slim:px-4">
          <h2 className="h2">{t('recordings:notes.title')}</h2>
          <ol>
            {recording.notes.map((note) => (
              <li key={`${note.at} ${note.text}`} className="flex items-baseline gap-3 py-1.5">
                <span className="soft whitespace-nowrap">{format.dateTime(note.at, 'minute')}</span>
                <span className="min-w-0 wrap-anywhere">{note.text}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      <section className="grid gap-2 border-t border-line-2 px-5 py-3 slim:px-4">
        <h2 className="h2">{t('recordings:signature.title')}</h2>
        {recording.approved_at === null ? (
          <p className="soft">{t('recordings:signature.none')}</p>
        ) : (
          <>
            <p>
              <b className="font-semi">{recording.approved_by ?? t('recordings:signature.service')}</b>{' '}
              <span className="soft">{format.dateTime(recording.approved_at, 'second')}</span>
            </p>
            {recording.signed_hash === null ? null : <Hash of={recording.signed_hash} />}
            {evaluation === null ? null : (
              <p className="soft">{t(evaluation.changed ? 'recordings:changed' : 'recordings:signature.same')}</p>
            )}
          </>
        )}
      </section>
      <p className="muted px-5 slim:px-4">{t('shared-recording:until', { date: format.date(recording.expires_at, 'long') })}</p>
    </article>
  );
}
