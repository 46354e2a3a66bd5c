import { useStore } from '@nanostores/react';
import { TabletSmartphone } from 'lucide-react';
import { useState } from 'react';
import { createPanels, type PanelRow } from '../../lib/client/screens/panels.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import { listPanels } from '../../lib/contract/screens.ts';
import { folded } from '../../lib/domain/text/folded.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { AskedHere } from '../shell/Here.tsx';
import { placeLink } from '../shell/place-address.ts';
import type { PageContext } from '../shell/Signed.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { CopyField } from '../ui/CopyField.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SearchField } from '../ui/form/SearchField.tsx';
import { Icon } from '../ui/Icon.tsx';
import { QrCode } from '../ui/QrDialog.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useStarted } from '../ui/useStarted.ts';

await ready('capture');

/** Panels from which on a field finds one. */
const MANY = 8;

/** The way to a new measurement: a published panel, with which capture opens here, or the address of it for a tablet. */
export default function NewMeasurement({ context, onClose }: { context: PageContext; onClose: () => void }) {
  const t = useT();
  const [deps] = useState(() => browserDeps(context.organization));
  const [store] = useState(() => createPanels(deps, context.workspace, null));
  useStarted(store);
  const state = useStore(store.$state);
  return (
    <Dialog title={t('measurement-list:new.title')} isOpen onClose={onClose}>
      {state.status === 'loading' ? (
        <Skeleton width={240} height={20} />
      ) : state.status === 'error' ? (
        <ErrorState error={state.code} onRetry={() => void store.load()} />
      ) : state.rows.length === 0 ? (
        <AskedHere
          context={context}
          deps={deps}
          ask={async (call) => (await call(listPanels, { params: { organization_id: context.organization }, query: {} })).items.length}
        >
          <NoPanels context={context} />
        </AskedHere>
      ) : (
        <PanelChoice rows={state.rows} organization={context.organization} />
      )}
    </Dialog>
  );
}

function NoPanels({ context }: { context: PageContext }) {
  const t = useT();
  const locale = useLocale();
  return (
    <EmptyState
      title={t('capture:panels.none')}
      actions={
        context.can('tm:write') ? (
          <ButtonLink variant="primary" href={href('/tm/screens#new', null, locale)}>
            {t('measurement-list:empty.action')}
          </ButtonLink>
        ) : null
      }
    >
      {t('capture:panels.none_text')}
    </EmptyState>
  );
}

function PanelChoice({ rows, organization }: { rows: readonly PanelRow[]; organization: string }) {
  const t = useT();
  const locale = useLocale();
  const [q, setQ] = useState('');
  const [elsewhere, setElsewhere] = useState<PanelRow | null>(null);
  const address = ({ id }: PanelRow) => href('/tm/screens/{id}#capture', { id }, locale);
  const shown = rows.filter(({ name }) => folded(name).includes(folded(q.trim())));
  return (
    <div className="grid gap-3">
      <p className="soft">{t('measurement-list:new.text')}</p>
      {rows.length > MANY ? <SearchField label={t('measurement-list:new.find')} value={q} onChange={setQ} /> : null}
      <ul className="grid gap-2">
        {shown.map((row) => (
          <li key={row.id} className="grid gap-2">
            <span className="flex items-stretch gap-2">
              <a
                className="flex min-h-16 min-w-0 flex-1 items-center rounded-2 border border-line-2 bg-surface px-4 py-2 text-ink hover:border-accent"
                href={address(row)}
              >
                <span className="min-w-0">
                  <b className="block wrap-anywhere font-semi">{row.name}</b>
                  <small className="text-ink-3">{t(`capture:panels.${row.method}`)}</small>
                </span>
              </a>
              <button
                type="button"
                className="grid w-16 place-items-center rounded-2 border border-line-2 text-ink-2 hover:border-accent"
                aria-label={t('measurement-list:new.elsewhere', { name: row.name })}
                aria-expanded={elsewhere === row}
                onClick={() => setElsewhere(elsewhere === row ? null : row)}
              >
                <Icon of={TabletSmartphone} size={24} />
              </button>
            </span>
            {elsewhere === row ? (
              <>
                <QrCode name={row.name} address={placeLink(address(row), organization, row.workspace_id)} />
                <CopyField label={t('measurement-list:new.address')} text={placeLink(address(row), organization, row.workspace_id)} />
              </>
            ) : null}
          </li>
        ))}
        {shown.length === 0 ? <li className="muted">{t('measurement-list:new.none_found')}</li> : null}
      </ul>
    </div>
  );
}
