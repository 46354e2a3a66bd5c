import { type FormEvent, useState } from 'react';
import type { Engine, Unfinished } from '../../lib/client/capture/engine.store.ts';
import type { Locale } from '../../lib/constants.ts';
import type { Observed } from '../../lib/contract/measurements.ts';
import type { Panel } from '../../lib/contract/screens.ts';
import { useFormat, useT, Words } from '../../lib/i18n/words.tsx';

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
    <div className="cap-start dark-mode">
      <div className="grid gap-5 max-w-140 my-0 mx-auto">
        <header>
          <a href={back}>← {t('capture:back')}</a>
          <h1>{panel.name}</h1>
          {panel.machine_name ? <p>{panel.machine_name}</p> : null}
        </header>
        {unfinished.length > 0 ? (
          <section>
            <h2>{t('capture:resume.title')}</h2>
            <ul>
              {unfinished.map((one) => (
                <Left key={one.measurement.id} {...one} onResume={() => void engine.resume(one.measurement.id)} />
              ))}
            </ul>
          </section>
        ) : null}
        <Elsewhere engine={engine} panel={panel} own={unfinished} />
        <NewMeasurement engine={engine} panel={panel} isFirst={unfinished.length === 0} />
      </div>
    </div>
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
    <li>
      <span>
        {measurement.name}
        <small>{about.filter(Boolean).join(' · ')}</small>
      </span>
      <button type="button" className="cap-button" onClick={onResume}>
        {t('capture:resume.go')}
      </button>
    </li>
  );
}

/** Measurements that other devices capture now. */
function Elsewhere({ engine, panel, own }: Pick<StartProps, 'engine' | 'panel'> & { own: readonly Unfinished[] }) {
  const t = useT();
  const format = useFormat();
  const others = panel.running.filter(({ id }) => !own.some(({ measurement }) => measurement.id === id));
  if (others.length === 0) return null;
  return (
    <section>
      <h2>{t('capture:join.title')}</h2>
      <ul>
        {others.map(({ id, name, workers, started_at }) => (
          <li key={id}>
            <span>
              {name}
              <small>
                {[...workers, started_at && t('capture:resume.since', { time: format.dateTime(started_at, 'minute') })]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            <button type="button" className="cap-button" onClick={() => void engine.join(id)}>
              {t('capture:join.go')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NewMeasurement({ engine, panel, isFirst }: { engine: Engine; panel: Panel; isFirst: boolean }) {
  const t = useT();
  const workers = panel.definition.lanes.filter(({ kind }) => kind === 'worker');
  const [name, setName] = useState(panel.name);
  const [codes, setCodes] = useState<Record<string, string>>({});
  const [consent, setConsent] = useState(false);
  const [refused, setRefused] = useState(false);
  const [busy, setBusy] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (panel.consent_text !== null && !consent) return setRefused(true);
    setBusy(true);
    const lanes = panel.definition.lanes.map((lane): Observed => ({ ...lane, worker: codes[lane.id]?.trim() || null, worker_name: null }));
    void engine.begin({ name: name.trim() || panel.name, lanes, consent }).finally(() => setBusy(false));
  };
  return (
    <section>
      <h2>{t('capture:start.title')}</h2>
      <p>{t('capture:start.lead')}</p>
      <form onSubmit={submit} noValidate>
        <label>
          {t('capture:start.name')}
          <input value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
        </label>
        {workers.map((lane) => (
          <label key={lane.id}>
            {workers.length > 1 ? `${t('capture:start.worker')}: ${lane.name}` : t('capture:start.worker')}
            <input
              value={codes[lane.id] ?? ''}
              maxLength={40}
              autoComplete="off"
              placeholder={t('capture:start.worker_hint')}
              onChange={(event) => setCodes({ ...codes, [lane.id]: event.target.value })}
            />
          </label>
        ))}
        {panel.consent_text === null ? null : (
          <>
            <p className="consent py-3 px-3.5 border-l-3 border-l-accent bg-surface whitespace-pre-wrap">{panel.consent_text}</p>
            <label className="check">
              <input
                type="checkbox"
                checked={consent}
                aria-invalid={refused && !consent}
                aria-describedby="consent-note"
                onChange={(event) => setConsent(event.target.checked)}
              />
              {t('capture:start.consent')}
            </label>
            <p id="consent-note" role="alert">
              {refused && !consent ? t('capture:start.consent_needed') : ''}
            </p>
          </>
        )}
        <button type="submit" className={`cap-button big ${isFirst ? 'primary' : ''}`} disabled={busy}>
          {t('capture:start.go')}
        </button>
      </form>
    </section>
  );
}
