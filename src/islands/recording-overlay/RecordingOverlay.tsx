import { readLaid } from '../../lib/client/recordings/laid-over.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { OverlayScreen, OverlayWaiting } from './OverlayScreen.tsx';
import '../dataloggers/dataloggers.css';

await ready('common', 'ui', 'errors', 'recordings', 'dataloggers', 'recording-overlay');

/** `/dlog/recording-overlay`. */
export default function RecordingOverlay({ locale, profile, saved, query = {} }: IslandProps<never>) {
  return (
    <Signed locale={locale} profile={profile} saved={saved} waiting={<OverlayWaiting />}>
      {(context) => (
        <OverlayScreen
          key={context.organization}
          deps={browserDeps(context.organization)}
          first={readLaid(query.rec)}
          unit={query.unit ?? null}
        />
      )}
    </Signed>
  );
}
