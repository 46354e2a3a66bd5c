import { useStore } from '@nanostores/react';
import { BatteryMedium, CloudCheck, CloudOff, CloudUpload, Moon, ShieldAlert, Sun } from 'lucide-react';
import { memo } from 'react';
import type { Engine } from '../../lib/client/capture/engine.store.ts';
import { useFormat, useT } from '../../lib/i18n/words.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useBattery, useWakeLock } from './device.ts';

/** What stands between a tap and the server, and what the device does: in words on a tablet. */
export const Lamps = memo(function Lamps({ engine, jumped }: { engine: Engine; jumped: boolean }) {
  const t = useT();
  const wake = useWakeLock();
  const battery = useBattery();
  return (
    <>
      <SyncLamp engine={engine} />
      {jumped ? (
        <span className="cap-lamp warn">
          <Icon of={ShieldAlert} />
          <span className="long">{t('capture:clock_moved')}</span>
        </span>
      ) : null}
      {isSecureContext ? null : (
        <span className="cap-lamp warn" title={t('capture:insecure')}>
          <Icon of={ShieldAlert} />
          <span className="long">{t('capture:insecure')}</span>
        </span>
      )}
      <span className={`cap-lamp ${wake === 'on' ? 'on' : 'warn'}`} title={t(`capture:wake.${wake}`)}>
        <Icon of={wake === 'on' ? Sun : Moon} />
        <span className="long">{t(`capture:wake.${wake}`)}</span>
      </span>
      {battery === null ? null : (
        <span className={`cap-lamp${battery < 0.2 ? ' warn' : ''}`} title={t('capture:battery', { percent: Math.round(battery * 100) })}>
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
        <span className="cap-lamp on" data-sync="synced">
          <Icon of={CloudCheck} />
          <span className="long">{t('capture:sync.synced')}</span>
        </span>
      );
    case 'waiting':
      return (
        <span className="cap-lamp" data-sync="waiting">
          <Icon of={CloudUpload} />
          <span className="long">{t('capture:sync.waiting', { count: state.waiting })}</span>
        </span>
      );
    case 'offline':
      return (
        <span className="cap-lamp warn" data-sync="offline">
          <Icon of={CloudOff} />
          <span className="long">{t('capture:sync.offline', { time: format.time(state.since, 'minute') })} ·</span>
          <span>
            <span className="long">{t('capture:sync.stored', { count: state.waiting })}</span>
            <span className="short">{format.number(state.waiting)}</span>
          </span>
        </span>
      );
    case 'signed_out':
      return (
        <span className="cap-lamp warn" data-sync="signed_out">
          <Icon of={CloudOff} />
          <span className="long">{t('capture:sync.signed_out')}</span>
          <a href={loginAddress()}>{t('capture:sync.sign_in')}</a>
        </span>
      );
    case 'refused':
      return (
        <span className="cap-lamp bad" data-sync="refused" role="alert">
          <Icon of={ShieldAlert} />
          <span className="long">{t('capture:sync.refused')}</span>
          {format.number(state.waiting)}
        </span>
      );
  }
}

/** The page remembers itself: the guard does it when it is asked for without a session. */
const loginAddress = (): string => location.pathname;
