import { useEffect, useState } from 'react';
import type { LoggerTypeStore } from '../../lib/client/logger-types/logger-types.store.ts';
import type { LoggerTypeDetail, TypeSpec } from '../../lib/contract/logger-types.ts';
import { diffSpecs } from '../../lib/domain/logger-types/diff.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Select } from '../ui/form/Select.tsx';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';

const DRAFT = 'draft';

/** Published versions, and what differs between two of them. */
export default function VersionsTab({ store, row }: { store: LoggerTypeStore; row: LoggerTypeDetail }) {
  const t = useT();
  const format = useFormat();
  const names = [...(row.draft ? [DRAFT] : []), ...row.versions.map(({ version }) => String(version))];
  const [pair, setPair] = useState<readonly [string, string]>([names[1] ?? names[0] ?? '', names[0] ?? '']);
  const [specs, setSpecs] = useState<ReadonlyMap<string, TypeSpec>>(new Map());
  const { draft } = row;
  useEffect(() => {
    let gone = false;
    Promise.all(
      pair.map(async (name): Promise<[string, TypeSpec] | null> => {
        if (name === DRAFT) return draft && [name, draft];
        return name === '' ? null : [name, await store.version(Number(name))];
      }),
    ).then(
      (found) => gone || setSpecs(new Map(found.flatMap((one) => (one ? [one] : [])))),
      (error: unknown) => gone || toast({ kind: 'alarm', text: t(`errors:${failureOf(error).code}`) }),
    );
    return () => {
      gone = true;
    };
  }, [store, pair, draft, t]);
  const nameOf = (name: string) => (name === DRAFT ? t('logger-types:draft') : t('logger-types:version', { version: name }));
  if (names.length === 0) return <p className="soft p-5 slim:p-4">{t('logger-types:versions.none')}</p>;
  const options = names.map((id) => ({ id, text: nameOf(id) }));
  const [from, to] = [specs.get(pair[0]), specs.get(pair[1])];
  const changes = from && to ? diffSpecs(from, to) : null;
  return (
    <div className="grid max-w-180 gap-5 p-5 slim:p-4">
      <ul className="border-t border-line-2">
        {row.versions.map(({ version, published_at, logger_count }) => (
          <li key={version} className="flex min-h-9 items-center gap-3 border-b border-line">
            <span className="med">{nameOf(String(version))}</span>
            <span className="soft">{format.dateTime(published_at)}</span>
            <span className="spacer" />
            <span className="soft">{t('logger-types:versions.loggers', { count: logger_count })}</span>
          </li>
        ))}
      </ul>
      {names.length > 1 ? (
        <section className="grid gap-3" aria-label={t('logger-types:versions.compare')}>
          <h2 className="h2">{t('logger-types:versions.compare')}</h2>
          <div className="grid grid-cols-2 gap-3">
            <Select
              label={t('logger-types:versions.from')}
              value={pair[0]}
              options={options}
              onChange={(next) => setPair([next, pair[1]])}
            />
            <Select label={t('logger-types:versions.to')} value={pair[1]} options={options} onChange={(next) => setPair([pair[0], next])} />
          </div>
          {changes?.length === 0 ? <p className="soft">{t('logger-types:versions.same')}</p> : null}
          <ul className="border-t border-line">
            {changes?.map(({ key, change, fields }) => (
              <li key={key ?? ''} className="grid gap-1 border-b border-line py-2">
                <span className="flex items-baseline gap-2">
                  <span className={change === 'gone' ? 'text-alarm-text' : 'med'}>{t(`logger-types:change.${change}`)}</span>
                  <span className="mono">{key ?? t('logger-types:versions.whole')}</span>
                </span>
                {fields.map(({ field, before, after }) => (
                  <span key={field} className="soft break-words">
                    {`${t(`logger-types:spec_field.${field}`)}: ${before || '–'} → ${after || '–'}`}
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}
