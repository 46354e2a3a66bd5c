import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { createEngine, type Engine, type Failure } from '../../lib/client/capture/engine.store.ts';
import type { Locale } from '../../lib/constants.ts';
import type { Profile } from '../../lib/contract/auth.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { useT, Words } from '../../lib/i18n/words.tsx';
import { DraftOwner } from '../ui/form/drafts.ts';
import { useMounted } from '../ui/useMounted.ts';
import { Ground } from './Ground.tsx';
import { BUTTON_PLAIN, BUTTON_PRIMARY, TITLE } from './looks.ts';
import { PanelView } from './PanelView.tsx';
import { Start } from './Start.tsx';
import { keepShell } from './worker.ts';
import './capture.css';

await ready('common', 'capture');

export interface CaptureProps {
  locale: Locale;
  profile: Profile | null;
  /** The chosen organisation; null lets the tablet choose. */
  organization: string | null;
  /** The screen; null where the page came without network, and only the address tells. */
  id: string | null;
  /** Where going back leads. */
  back: string;
}

/** Capturing with one screen, on a tablet or a phone; it works without network once it was here. */
export default function Capture(props: CaptureProps) {
  return (
    <Words locale={props.locale} timeZone={null}>
      {/* The same person, told anew when the session is renewed, must not end what runs; another one begins anew. */}
      <Page key={`${props.profile?.id} ${props.organization}`} {...props} />
    </Words>
  );
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

function Page({ profile, organization, id, back, locale }: CaptureProps) {
  const mounted = useMounted();
  const [engine, setEngine] = useState<Engine | null>(null);
  const known = useRef({ profile, organization });
  useEffect(() => {
    const made = createEngine(id ?? UUID.exec(location.pathname)?.[0] ?? '', known.current);
    setEngine(made);
    void made.open();
    void keepShell();
    return () => made.stop();
  }, [id]);
  if (!mounted || !engine) return <Waiting />;
  return <Opened engine={engine} back={back} locale={locale} />;
}

function Opened({ engine, back, locale }: { engine: Engine; back: string; locale: Locale }) {
  const state = useStore(engine.$state);
  switch (state.status) {
    case 'opening':
      return <Waiting />;
    case 'failed':
      return <Failed why={state.why} back={back} onRetry={() => void engine.open()} />;
    case 'choosing':
      return <Start engine={engine} panel={state.panel} unfinished={state.unfinished} back={back} locale={locale} />;
    case 'running':
      return (
        <DraftOwner value={engine.person().user}>
          <PanelView key={state.capture.measurement.id} engine={engine} panel={state.panel} capture={state.capture} locale={locale} />
        </DraftOwner>
      );
  }
}

function Waiting() {
  const t = useT();
  return (
    <Ground busy>
      <p className="text-ink-2" role="status">
        {t('capture:loading')}
      </p>
    </Ground>
  );
}

function Failed({ why, back, onRetry }: { why: Failure; back: string; onRetry: () => void }) {
  const t = useT();
  return (
    <Ground>
      <h1 className={TITLE}>{t('capture:title')}</h1>
      <p className="text-ink-2" role="alert">
        {t(why === 'journal' ? 'capture:sync.lost' : `capture:failed.${why}`)}
      </p>
      <div className="flex gap-2 justify-end">
        <a className={BUTTON_PLAIN} href={back}>
          {t('capture:back')}
        </a>
        <button type="button" className={BUTTON_PRIMARY} onClick={onRetry}>
          {t('capture:failed.retry')}
        </button>
      </div>
    </Ground>
  );
}
