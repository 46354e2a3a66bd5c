import { Download } from 'lucide-react';
import { useState } from 'react';
import { type AuditFilter, csvPath } from '../../lib/client/audit-events/audit-events.store.ts';
import { ENTITY_NAMES } from '../../lib/contract/entities.ts';
import type { Person } from '../../lib/contract/people.ts';
import { spanOfRange } from '../../lib/domain/time/range.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { RangeControl } from '../range/RangeControl.tsx';
import { useTimePlace } from '../shell/time-place.ts';
import { download } from '../take/download.ts';
import { Button } from '../ui/Button.tsx';
import { Chip } from '../ui/Chip.tsx';
import type { Chosen } from './AuditTab.tsx';
import { entityName } from './words.ts';

/** What of the trail is shown, and the same as a file. */
export function Filters({
  organization,
  chosen,
  filter,
  people,
  onChange,
}: {
  organization: string;
  chosen: Chosen;
  filter: AuditFilter;
  people: readonly Person[];
  onChange: (next: Partial<Chosen>) => void;
}) {
  const t = useT();
  const place = useTimePlace();
  const someone = people.length === 0 && chosen.actor !== null ? [{ id: chosen.actor, text: '…' }] : [];
  return (
    <div className="filters pt-2.5">
      <Chip
        name={t('audit-events:filter.entity')}
        all={t('audit-events:filter.all_entities')}
        value={chosen.entity}
        options={ENTITY_NAMES.map((id) => ({ id, text: entityName(t, id) }))}
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
      <RangeControl
        anyTime
        range={chosen.range}
        span={chosen.range && spanOfRange(chosen.range, Date.now(), place)}
        onChange={(range) => onChange({ range })}
      />
      <span className="spacer" />
      <CsvButton path={csvPath(organization, filter)} />
    </div>
  );
}

/** The same as a file. */
function CsvButton({ path }: { path: string }) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await download(t, path);
    setBusy(false);
  };
  return (
    <Button size="sm" icon={Download} tool isPending={busy} onPress={() => void save()}>
      {t('audit-events:csv')}
    </Button>
  );
}
