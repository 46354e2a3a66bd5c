import { logoAddress } from '../../lib/client/organizations/organization.store.ts';
import type { Organization } from '../../lib/contract/organizations.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { FACTS, Fact } from './Fact.tsx';
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
      {logo ? <img className="max-w-40 max-h-20 object-contain" src={logo} alt={t('organizations:general.logo')} /> : null}
      <dl className={FACTS}>
        {FIELDS.map((field) => (
          <Fact key={field} name={words.label(field)}>
            {words.written(field, row[field])}
          </Fact>
        ))}
      </dl>
    </>
  );
}
