import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import { createSendingAddress } from '../../lib/client/dataloggers/sending-address.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { CopyField } from '../ui/CopyField.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { SNIPPET_NAMES, SNIPPETS, type Snippet, snippetText } from './snippets.ts';

await ready('first-message');

/** What has to be done beside pasting. */
const NOTED = ['node_red', 'esphome', 'shelly', 'telegraf'] as const;

/** Ways to send a first reading to this server with that token. */
export default function Snippets({ deps, token }: { deps: StoreDeps; token: string }) {
  const t = useT();
  const [kind, setKind] = useState<Snippet>('curl');
  const address = useMemo(() => createSendingAddress(deps, location), [deps]);
  useStarted(address);
  const known = useStore(address.$value);
  const noted = NOTED.find((one) => one === kind);
  return (
    <div className="stack tight">
      <div className="max-w-full overflow-x-auto">
        <Segmented
          label={t('dataloggers:token.try')}
          value={kind}
          options={SNIPPETS.filter((id) => id !== 'mqtt' || known.mqtt !== null).map((id) => ({ id, label: SNIPPET_NAMES[id] }))}
          onChange={setKind}
        />
      </div>
      <CopyField label={t('dataloggers:token.try')} text={snippetText(kind, known, token)} />
      {noted ? <p className="soft">{t(`first-message:note.${noted}`)}</p> : null}
      {known.isLocal ? <p className="soft">{t('first-message:local')}</p> : null}
    </div>
  );
}
