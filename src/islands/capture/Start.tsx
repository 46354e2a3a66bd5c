import { type FormEvent, useState } from 'react';
import type { Engine, Unfinished } from '../../lib/client/capture/engine.store.ts';
import type { Locale } from '../../lib/constants.ts';
import type { Observed } from '../../lib/contract/measurements.ts';
import type { Panel } from '../../lib/contract/screens.ts';
import { useFormat, useT, Words } from '../../lib/i18n/words.tsx';
import { Ground } from './Ground.tsx';
import { Kept } from './Kept.tsx';
import { BIG, BUTTON_PLAIN, BUTTON_PRIMARY, HEADING, TITLE } from './looks.ts';
import { useKeptStart } from './useKeptStart.ts';

const ROW = 'flex items-center justify-between gap-3 rounded-2 border border-line bg-surface px-3.5 py-2.5';
const FIELD = 'grid gap-1 text-13 text-ink-2';
const INPUT = '[font-feature-settings:normal] min-h-16 rounded-2 border border-line-2 bg-surface px-3 text-16 text-ink';

interface StartProps {
  engine: Engine;
  panel: Panel;
  unfinished: readonly Unfinished[];
  back: string;
  locale: Locale;
}

/** Before the first touch: what was left unfinished here, or a new measurement. */
export function Start(props: StartProps) {
  return (
    <Words locale={props.locale} timeZone={props.panel.time_zone}>
      <Page {...props} />
    </Words>
  );
}

function Page({ engine, panel, unfinished, back }: StartProps) {
  const t = useT();
  return (
    <Ground>
      <header>
        <a className="-mt-3 -ml-2 inline-flex min-h-16 min-w-16 items-center px-2" href={back}>
          ← {t('capture:back')}
        </a>
        <h1 className={TITLE}>{panel.name}</h1>
        {panel.machine_name ? <p className="text-ink-2">{panel.machine_name}</p> : null}
      </header>
      {unfinished.length > 0 ? (
        <section>
          <h2 className={HEADING}>{t('capture:resume.title')}</h2>
          <ul className="grid gap-2">
            {unfinished.map((one) => (
              <Left key={one.measurement.id} {...one} onResume={() => void engine.resume(one.measurement.id)} />
            ))}
          </ul>
        </section>
      ) : null}
      <Elsewhere engine={engine} panel={panel} unfinished={unfinished} />
      <NewMeasurement engine={engine} panel={panel} isFirst={unfinished.length === 0} />
      <Help />
    </Ground>
  );
}

const HELP = ['begin', 'change', 'wrong', 'waiting', 'stop'] as const;

/** How to measure: here, before it begins, and without network too. The panel itself has no place to give away. */
function Help() {
  const t = useT();
  return (
    <details className="border-t border-line">
      <summary className="flex min-h-16 items-center gap-2 text-ink-2">
        <span aria-hidden="true">?</span> {t('capture:help.title')}
      </summary>
      <ul className="grid list-disc gap-1.5 pl-5 text-14 text-ink-2">
        {HELP.map((one) => (
          <li key={one}>{t(`capture:help.${one}`)}</li>
        ))}
      </ul>
    </details>
  );
}

function Left({ measurement, from, waiting, onResume }: Unfinished & { onResume: () => void }) {
  const t = useT();
  const format = useFormat();
  const about = [
    from === null ? t('capture:resume.empty') : t('capture:resume.since', { time: format.dateTime(from, 'minute') }),
    waiting > 0 ? t('capture:resume.waiting', { count: waiting }) : null,
  ];
  return (
    <li className={ROW}>
      <span>
        {measurement.name}
        <small className="block text-ink-3">{about.filter(Boolean).join(' · ')}</small>
      </span>
      <button type="button" className={`${BUTTON_PLAIN} flex-none`} onClick={onResume}>
        {t('capture:resume.go')}
      </button>
    </li>
  );
}

/** Measurements that other tablets capture now. */
function Elsewhere({ engine, panel, unfinished }: Pick<StartProps, 'engine' | 'panel'> & { unfinished: readonly Unfinished[] }) {
  const t = useT();
  const format = useFormat();
  const others = panel.running.filter(({ id }) => !unfinished.some(({ measurement }) => measurement.id === id));
  if (others.length === 0) return null;
  return (
    <section>
      <h2 className={HEADING}>{t('capture:join.title')}</h2>
      <ul className="grid gap-2">
        {others.map(({ id, name, workers, started_at }) => (
          <li className={ROW} key={id}>
            <span>
              {name}
              <small className="block text-ink-3">
                {[...workers, started_at && t('capture:resume.since', { time: format.dateTime(started_at, 'minute') })]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            <button type="button" className={`${BUTTON_PLAIN} flex-none`} onClick={() => void engine.join(id)}>
              {t('capture:join.go')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is said of a measurement before its first touch; it is kept until the panel opens. */
function NewMeasurement({ engine, panel, isFirst }: { engine: Engine; panel: Panel; isFirst: boolean }) {
  const t = useT();
  const workers = panel.definition.lanes.filter(({ kind }) => kind === 'worker');
  const { values, restored, set, reset } = useKeptStart<{ name: string; codes: Record<string, string> }>(engine.person().user, {
    name: panel.name,
    codes: {},
  });
  const { name, codes } = values;
  const [consent, setConsent] = useState(false);
  const [refused, setRefused] = useState(false);
  const [busy, setBusy] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (panel.consent_text !== null && !consent) return setRefused(true);
    setBusy(true);
    const lanes = panel.definition.lanes.map((lane): Observed => ({ ...lane, worker: codes[lane.id]?.trim() || null, worker_name: null }));
    void engine
      .begin({ name: name.trim() || panel.name, lanes, consent })
      .then(reset)
      .finally(() => setBusy(false));
  };
  return (
    <section>
      <h2 className={HEADING}>{t('capture:start.title')}</h2>
      <p className="mb-3.5 text-ink-2">{t('capture:start.lead')}</p>
      <form className="grid gap-3.5" onSubmit={submit} noValidate>
        <Kept restored={restored} onReset={reset} />
        <label className={FIELD}>
          {t('capture:start.name')}
          <input className={INPUT} value={name} maxLength={200} onChange={(event) => set('name', event.target.value)} />
        </label>
        {workers.map((lane) => (
          <label className={FIELD} key={lane.id}>
            {workers.length > 1 ? `${t('capture:start.worker')}: ${lane.name}` : t('capture:start.worker')}
            <input
              className={INPUT}
              value={codes[lane.id] ?? ''}
              maxLength={40}
              autoComplete="off"
              placeholder={t('capture:start.worker_hint')}
              onChange={(event) => set('codes', { ...codes, [lane.id]: event.target.value })}
            />
          </label>
        ))}
        {panel.consent_text === null ? null : (
          <>
            <p className="consent text-ink-2 py-3 px-3.5 border-l-3 border-l-accent bg-surface whitespace-pre-wrap">{panel.consent_text}</p>
            <label className="flex min-h-16 items-center gap-3 text-14">
              <input
                className="size-6 flex-none accent-accent"
                type="checkbox"
                checked={consent}
                aria-invalid={refused && !consent}
                aria-describedby="consent-note"
                onChange={(event) => setConsent(event.target.checked)}
              />
              {t('capture:start.consent')}
            </label>
            <p className="text-ink-2" id="consent-note" role="alert">
              {refused && !consent ? t('capture:start.consent_needed') : ''}
            </p>
          </>
        )}
        <button type="submit" className={(isFirst ? BUTTON_PRIMARY : BUTTON_PLAIN) + BIG} disabled={busy}>
          {t('capture:start.go')}
        </button>
      </form>
    </section>
  );
}
