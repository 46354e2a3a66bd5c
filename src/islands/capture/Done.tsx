import { type ReactNode, useState } from 'react';
import type { Capture, Running } from '../../lib/client/capture/capture.store.ts';
import type { Engine } from '../../lib/client/capture/engine.store.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/words.tsx';
import { Ground } from './Ground.tsx';
import { Lamps } from './Lamps.tsx';
import { BIG, BUTTON_PLAIN, BUTTON_PRIMARY, TITLE } from './looks.ts';

/** After the end: how much it was, and the ways on. It can still be taken back. */
export function Done({
  engine,
  capture,
  running,
  children,
}: {
  engine: Engine;
  capture: Capture;
  running: Running;
  /** What was taken beside the taps. */
  children: ReactNode;
}) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const [busy, setBusy] = useState(false);
  const { from, to, entries } = running.timeline;
  const seconds = Math.round(((to ?? 0) - (from ?? 0)) / 1_000);
  return (
    <Ground>
      <div className="flex gap-2 justify-end">
        <Lamps engine={engine} jumped={engine.clock.state().jumped !== 0} />
      </div>
      <h1 className={TITLE}>{capture.measurement.name}</h1>
      <p className="text-ink-2" role="status">
        {t('capture:done.title')}. {t('capture:done.total', { time: format.duration(seconds), count: entries.length })}
      </p>
      {children}
      <a className={BUTTON_PRIMARY + BIG} href={href('/tm/measurements/{id}', { id: capture.measurement.id }, locale)}>
        {t('capture:done.open')}
      </a>
      <button
        type="button"
        className={BUTTON_PLAIN + BIG}
        disabled={busy}
        onClick={() => {
          setBusy(true);
          void engine.close();
        }}
      >
        {t('capture:done.again')}
      </button>
      <button type="button" className={BUTTON_PLAIN + BIG} onClick={() => capture.undo()}>
        {t('capture:done.undo')}
      </button>
    </Ground>
  );
}
