import { useStore } from '@nanostores/react';
import { BatteryMedium, Camera, CloudCheck, CloudOff, CloudUpload, Moon, ShieldAlert, Sun } from 'lucide-react';
import { memo } from 'react';
import type { Engine } from '../../lib/client/capture/engine.store.ts';
import type { KeptPhoto } from '../../lib/client/capture/journal.ts';
import type { Photos } from '../../lib/client/capture/photos.store.ts';
import { useFormat, useT } from '../../lib/i18n/words.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useBattery, useWakeLock } from './tablet.ts';

const LAMP = 'cap-lamp inline-flex flex-none items-center gap-1.5 text-12 font-medium ';
const [PLAIN, OK, LATE, ALARM] = ['text-ink-2', 'text-ok-text', 'text-late-text', 'text-alarm-text'];
/** Words are for a tablet; a phone has the picture. */
const LONG = 'small:hidden';

/** What stands between a tap and the server, and what the tablet does: in words on a tablet. */
export const Lamps = memo(function Lamps({ engine, jumped }: { engine: Engine; jumped: boolean }) {
  const t = useT();
  const wake = useWakeLock();
  const battery = useBattery();
  return (
    <>
      <SyncLamp engine={engine} />
      <PhotoLamp engine={engine} />
      {jumped ? (
        <span className={LAMP + LATE}>
          <Icon of={ShieldAlert} />
          <span className={LONG}>{t('capture:clock_moved')}</span>
        </span>
      ) : null}
      {isSecureContext ? null : (
        <span className={LAMP + LATE} title={t('capture:insecure')}>
          <Icon of={ShieldAlert} />
          <span className={LONG}>{t('capture:insecure')}</span>
        </span>
      )}
      <span className={LAMP + (wake === 'on' ? OK : LATE)} title={t(`capture:wake.${wake}`)}>
        <Icon of={wake === 'on' ? Sun : Moon} />
        <span className={LONG}>{t(`capture:wake.${wake}`)}</span>
      </span>
      {battery === null ? null : (
        <span className={LAMP + (battery < 0.2 ? LATE : PLAIN)} title={t('capture:battery', { percent: Math.round(battery * 100) })}>
          <Icon of={BatteryMedium} />
          {Math.round(battery * 100)} %
        </span>
      )}
    </>
  );
});

function SyncLamp({ engine }: { engine: Engine }) {
  const t = useT();
  const format = useFormat();
  const state = useStore(engine.sync().$state);
  switch (state.status) {
    case 'synced':
      return (
        <span className={LAMP + OK} data-sync="synced">
          <Icon of={CloudCheck} />
          <span className={LONG}>{t('capture:sync.synced')}</span>
        </span>
      );
    case 'waiting':
      return (
        <span className={LAMP + PLAIN} data-sync="waiting">
          <Icon of={CloudUpload} />
          <span className={LONG}>{t('capture:sync.waiting', { count: state.waiting })}</span>
        </span>
      );
    case 'offline':
      return (
        <span className={LAMP + LATE} data-sync="offline">
          <Icon of={CloudOff} />
          <span className={LONG}>{t('capture:sync.offline', { time: format.time(state.since, 'minute') })} ·</span>
          <span>
            <span className={LONG}>{t('capture:sync.stored', { count: state.waiting })}</span>
            <span className="wide:hidden">{format.number(state.waiting)}</span>
          </span>
        </span>
      );
    case 'signed_out':
      return (
        <span className={LAMP + LATE} data-sync="signed_out">
          <Icon of={CloudOff} />
          <span className={LONG}>{t('capture:sync.signed_out')}</span>
          <a className="inline-flex min-h-16 min-w-16 items-center justify-center underline" href={loginAddress()}>
            {t('capture:sync.sign_in')}
          </a>
        </span>
      );
    case 'refused':
      return (
        <span className={LAMP + ALARM} data-sync="refused" role="alert">
          <Icon of={ShieldAlert} />
          <span className={LONG}>{t('capture:sync.refused')}</span>
          {format.number(state.waiting)}
        </span>
      );
  }
}

/** Photos that aren't on the server: it says nothing while there are none. */
function PhotoLamp({ engine }: { engine: Engine }) {
  const photos = useStore(engine.$photos);
  return photos ? <Unsent photos={photos} /> : null;
}
function Unsent({ photos }: { photos: Photos }) {
  const t = useT();
  const format = useFormat();
  const kept = useStore(photos.$kept);
  const count = (wanted: KeptPhoto['state']) => kept.filter(({ state }) => state === wanted).length;
  const [refused, left] = [count('failed'), count('waiting')];
  if (refused + left === 0) return null;
  const words = refused > 0 ? t('capture:photo.refused', { count: refused }) : t('capture:photo.left', { count: left });
  return (
    <span className={LAMP + (refused > 0 ? ALARM : PLAIN)} data-photos={refused > 0 ? 'refused' : 'waiting'} title={words}>
      <Icon of={Camera} />
      <span className={LONG}>{words}</span>
      <span className="wide:hidden" aria-hidden="true">
        {format.number(refused || left)}
      </span>
    </span>
  );
}

/** The page remembers itself: the guard does it when it is asked for without a session. */
const loginAddress = (): string => location.pathname;
