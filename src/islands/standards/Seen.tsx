import type { Operation, StandardVersion } from '../../lib/contract/operations.ts';
import { unitWord } from '../../lib/domain/text/unit-words.ts';
import { shownCard } from '../../lib/domain/time-study/shown-card.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { Hash } from '../recordings/Hash.tsx';

/** What somebody who reviews or approves has before him. */
export function Seen({ row, of }: { row: Operation; of: Pick<StandardVersion, 'card' | 'parameters' | 'hash' | 'sources'> }) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const card = shownCard(of.card, of.parameters);
  const before = row.active;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
      <dt className="soft">{t('standards:answer.standard')}</dt>
      <dd className="font-semi">
        {format.quantity(card.standard, 's', 3)}/{unitWord(of.parameters.unit, locale)}
      </dd>
      {before === null ? null : (
        <>
          <dt className="soft">{t('standards:against', { version: before.version })}</dt>
          <dd>{format.quantity(card.standard - before.standard, 's', 3)}</dd>
        </>
      )}
      <dt className="soft">{t('standards:sources')}</dt>
      <dd>
        {t('standards:source_count', { count: of.sources.length })}, {t('standards:reading_count', { count: card.n })}
      </dd>
      <dt className="soft">SHA-256</dt>
      <dd>
        <Hash of={of.hash} />
      </dd>
    </dl>
  );
}
