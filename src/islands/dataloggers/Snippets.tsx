import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import { createSendingAddress } from '../../lib/client/dataloggers/sending-address.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { createTypeRead } from '../../lib/client/logger-types/logger-types.store.ts';
import { type SampleMessage, sampleMessage } from '../../lib/domain/logger-types/sample-message.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { CopyField } from '../ui/CopyField.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { SNIPPET_NAMES, type Snippet, snippetsFor, snippetText } from './snippets.ts';

await ready('first-message');

/** What has to be done beside pasting. */
const NOTED = ['node_red', 'esphome', 'shelly', 'telegraf'] as const;

/** Ways to send a first reading to this server with that token, which the logger's type can read. */
export default function Snippets({ deps, token, typeId }: { deps: StoreDeps; token: string; typeId: string | null }) {
  if (typeId === null) return <Ways deps={deps} token={token} sample={null} />;
  return <OfType deps={deps} token={token} typeId={typeId} />;
}

function OfType({ deps, token, typeId }: { deps: StoreDeps; token: string; typeId: string }) {
  const t = useT();
  const [type] = useState(() => createTypeRead(deps, typeId));
  useStarted(type);
  const state = useStore(type.$state);
  if (state.status === 'loading') return <div className="min-h-38" aria-busy="true" />;
  const sample = state.status === 'ready' ? sampleMessage(state.data) : null;
  // What another message would look like nobody knows; one that the type doesn't read would be a riddle.
  if (sample === null) return <p className="soft">{t('first-message:no_sample')}</p>;
  return <Ways deps={deps} token={token} sample={sample} />;
}

function Ways({ deps, token, sample }: { deps: StoreDeps; token: string; sample: SampleMessage | null }) {
  const t = useT();
  const ways = snippetsFor(sample);
  const [kind, setKind] = useState<Snippet>(ways[0] ?? 'curl');
  const address = useMemo(() => createSendingAddress(deps, location), [deps]);
  useStarted(address);
  const known = useStore(address.$value);
  const noted = NOTED.find((one) => one === kind);
  return (
    <div className="grid min-w-0 justify-items-start gap-2">
      {/* Where they don't fit into one line they take another: none is beyond an edge. */}
      <div className="[&_.seg]:flex-wrap slim:[&_.seg>*]:flex-auto [&_.seg>*]:shadow-[0_1px_0_var(--line)]">
        <Segmented
          label={t('dataloggers:token.try')}
          value={kind}
          options={ways.filter((id) => id !== 'mqtt' || known.mqtt !== null).map((id) => ({ id, label: SNIPPET_NAMES[id] }))}
          onChange={setKind}
        />
      </div>
      <CopyField label={t('dataloggers:token.try')} text={snippetText(kind, known, token, sample)} />
      {noted ? <p className="soft">{t(`first-message:note.${noted}`)}</p> : null}
      {kind === 'shelly' && sample === null ? <p className="soft">{t('first-message:note.shelly_type')}</p> : null}
      {known.isLocal ? <p className="soft">{t('first-message:local')}</p> : null}
    </div>
  );
}
