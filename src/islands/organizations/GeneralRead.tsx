import { logoAddress } from '../../lib/client/organizations/organization.store.ts';
import type { Organization } from '../../lib/contract/organizations.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { FIELDS } from './general.ts';
import { useGeneralWords } from './words.ts';

/** The settings for those who may not change them. */
export function GeneralRead({ row }: { row: Organization }) {
  const t = useT();
  const words = useGeneralWords();
  const logo = logoAddress(row);
  return (
    <>
      <p className="note">{t('organizations:general.read_only')}</p>
      {logo ? <img className="logo" src={logo} alt={t('organizations:general.logo')} /> : null}
      <dl className="props grid border-t border-t-line">
        {FIELDS.map((field) => (
          <div key={field}>
            <dt className="text-ink-3">{words.label(field)}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{words.written(field, row[field])}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
