import { useStore } from '@nanostores/react';
import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MachineStore } from '../../lib/client/machines/machine.store.ts';
import type { Machine } from '../../lib/contract/machines.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Panel } from '../ui/Panel.tsx';

const TEXTS = ['manufacturer', 'model', 'serial_number', 'note'] as const;
const SECONDS = ['ideal_cycle_s', 'planned_stop_limit_s', 'micro_stop_limit_s'] as const;

/** What the machine is, as far as somebody wrote it down; changed on its own tab. */
export function About({ context, store, row }: { context: PageContext; store: MachineStore; row: Machine }) {
  const t = useT();
  const format = useFormat();
  const currency = useStore(store.$currency);
  const place = [row.site, row.hall, row.line].filter(Boolean).join(' · ');
  const facts: [name: string, value: ReactNode][] = [];
  if (place) facts.push([t('machines:form.place'), place]);
  for (const field of TEXTS) if (row[field]) facts.push([t(`machines:field.${field}`), row[field]]);
  for (const field of SECONDS) {
    const value = row[field];
    if (value !== null) facts.push([t(`machines:field.${field}`), `${format.number(value, null)}\u00a0${t('machines:form.seconds')}`]);
  }
  if (row.cost_per_hour !== null)
    facts.push([t('machines:field.cost_per_hour'), [format.number(row.cost_per_hour, null), currency].filter(Boolean).join('\u00a0')]);
  const canWrite = context.can('machines:write', row.workspace_id);
  return (
    <Panel
      title={t('machines:form.title')}
      actions={
        <ButtonLink size="sm" variant="ghost" href="#properties" {...(canWrite ? { icon: Pencil } : {})}>
          {t(canWrite ? 'machines:about.edit' : 'machines:about.all')}
        </ButtonLink>
      }
    >
      {facts.length === 0 ? (
        <p className="soft p-3">{t('machines:about.none')}</p>
      ) : (
        <dl className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-3 gap-y-1.5 p-3">
          {facts.map(([name, value]) => (
            <div className="contents" key={name}>
              <dt className="text-12 text-ink-3">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  );
}
