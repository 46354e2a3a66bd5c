import { Download } from 'lucide-react';
import { useState } from 'react';
import { type AuditFilter, csvPath } from '../../lib/client/audit-events/audit-events.store.ts';
import { auth } from '../../lib/client/auth/browser.ts';
import { ENTITY_NAMES } from '../../lib/contract/entities.ts';
import type { Person } from '../../lib/contract/people.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { Chip } from '../ui/Chip.tsx';
import { DateField } from '../ui/form/MomentField.tsx';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';
import type { Chosen } from './AuditTab.tsx';

/** What of the trail is shown, and the same as a file. */
export function Filters({
  organization,
  chosen,
  filter,
  people,
  zone,
  onChange,
}: {
  organization: string;
  chosen: Chosen;
  filter: AuditFilter;
  people: readonly Person[];
  zone: string;
  onChange: (next: Partial<Chosen>) => void;
}) {
  const t = useT();
  const someone = people.length === 0 && chosen.actor !== null ? [{ id: chosen.actor, text: '…' }] : [];
  return (
    <div className="filters pt-2.5 phone:flex-wrap phone:overflow-visible">
      <Chip
        name={t('audit-events:filter.entity')}
        all={t('audit-events:filter.all_entities')}
        value={chosen.entity}
        options={ENTITY_NAMES.map((id) => ({ id, text: t(`audit-events:entity.${id}`) }))}
        onChange={(entity) => onChange({ entity })}
      />
      <Chip
        name={t('audit-events:filter.actor')}
        all={t('audit-events:filter.all_actors')}
        value={chosen.actor}
        options={[...people.map(({ id, name }) => ({ id, text: name })), ...someone]}
        onChange={(actor) => onChange({ actor })}
      />
      <Chip
        name={t('audit-events:filter.reach')}
        all={t('audit-events:filter.everybody')}
        value={chosen.allOrgs ? 'all' : null}
        options={[{ id: 'all', text: t('audit-events:filter.all_orgs') }]}
        onChange={(next) => onChange({ allOrgs: next !== null })}
      />
      <span className="flex gap-1.5 phone:w-full phone:flex-wrap [&_.field]:flex [&_.field]:items-center [&_.field]:gap-1.5 [&_.input]:h-(--control-sm) [&_.input]:w-35 [&_.input]:text-12">
        <DateField label={t('audit-events:filter.from')} hint="" zone={zone} value={chosen.from} onChange={(from) => onChange({ from })} />
        <DateField label={t('audit-events:filter.to')} hint="" zone={zone} value={chosen.to} onChange={(to) => onChange({ to })} />
      </span>
      <span className="spacer" />
      <CsvButton path={csvPath(organization, filter)} />
    </div>
  );
}

/** Saves the file through the browser itself, so that a long trail never lies in the page's memory. */
function CsvButton({ path }: { path: string }) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      // A download carries the cookie only: this renews it where it has run out.
      await auth().intercept({ method: 'GET', path });
      const link = document.createElement('a');
      link.href = path;
      link.download = '';
      link.click();
    } catch (error) {
      toast({ kind: 'alarm', text: t(`errors:${failureOf(error).code}`) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={Download} isPending={busy} onPress={() => void save()}>
      {t('audit-events:csv')}
    </Button>
  );
}
