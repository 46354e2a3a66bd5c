import { FileDown, Scale } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import type { Operation, OperationStandard, StandardState, StandardVersion } from '../../lib/contract/operations.ts';
import { unitWord } from '../../lib/domain/text/unit-words.ts';
import { shownCard } from '../../lib/domain/time-study/shown-card.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Answer } from './Answer.tsx';
import { CardTable } from './CardTable.tsx';
import { Differences } from './Differences.tsx';
import { Formula } from './Formula.tsx';
import { Notices } from './Notices.tsx';
import { Piece } from './Piece.tsx';
import { Basis, SetUp, Shapes } from './Shapes.tsx';
import { Versions } from './Versions.tsx';

const Compare = part(() => import('./Compare.tsx'));
const MakeReport = part(() => import('../reports/MakeReport.tsx'));

await ready('standards');

/** One version as it is shown: a stored one, or the draft, which nobody has reviewed. */
export type AnyVersion = Pick<StandardVersion, 'version' | 'hash' | 'formula' | 'card' | 'parameters' | 'sources'> & {
  state: StandardState;
  stored: StandardVersion | null;
};

/** The draft first, then the newest. */
function allVersions({ draft, versions }: OperationStandard): AnyVersion[] {
  return [...(draft ? [{ ...draft, state: 'draft' as const, stored: null }] : []), ...versions.map((stored) => ({ ...stored, stored }))];
}

function listen(changed: () => void) {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}
/** The version that the address asks for, `#standard/3`. */
const asked = () => /^#standard\/(draft|\d+)$/.exec(location.hash)?.[1] ?? '';

const keyOf = ({ state, version }: AnyVersion) => (state === 'draft' ? 'draft' : String(version));

function showVersion(version: AnyVersion) {
  history.replaceState(history.state, '', `${location.pathname}${location.search}#standard/${keyOf(version)}`);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

/** The standard card: elements, normal times, allowances, the time of a piece; beside it its versions and what one changed against another. */
export default function StandardTab({
  row,
  standard,
  organization,
}: {
  row: Operation;
  standard: OperationStandard;
  organization: string;
}) {
  const t = useT();
  const locale = useLocale();
  const wanted = useSyncExternalStore(listen, asked, () => '');
  const [picked, setPicked] = useState<string | null>(null);
  const [reporting, setReporting] = useState(false);
  const [comparing, setComparing] = useState(false);
  const all = allVersions(standard);
  const stored = all.find((one) => keyOf(one) === wanted) ?? all[0];
  if (!stored)
    return (
      <EmptyState
        title={t(row.measurement_count === 0 ? 'standards:empty.title' : 'standards:empty.no_readings')}
        actions={<ButtonLink href={href('/tm/measurements', null, locale)}>{t('standards:empty.measurements')}</ButtonLink>}
      >
        {t(row.measurement_count === 0 ? 'standards:empty.text' : 'standards:empty.no_readings_text')}
      </EmptyState>
    );
  // What is counted is said in the reader's language.
  const version = { ...stored, parameters: { ...stored.parameters, unit: unitWord(stored.parameters.unit, locale) } };
  const card = shownCard(version.card, version.parameters);
  const chosen = card.rows.find(({ element }) => element.activity_id === picked) ?? card.rows[0]!;
  return (
    <div className="flex min-h-0 flex-1 max-[1101px]:flex-col print:block">
      <div className="block min-w-0 flex-1 max-[1101px]:flex-none">
        <Notices row={row} standard={standard} version={version} />
        <Answer version={version} card={card} />
        <Piece card={card} />
        <CardTable version={version} card={card} chosen={chosen} onChoose={setPicked} />
        <Formula row={chosen} card={card} parameters={version.parameters} />
        <div className="grid grid-cols-3 border-b border-line-2 max-[1281px]:grid-cols-2 slim:grid-cols-1 print:break-inside-avoid print:grid-cols-3 [&>section]:border-line-2 [&>section:not(:first-child)]:border-l max-[1281px]:[&>section:nth-child(3)]:col-span-full max-[1281px]:[&>section:nth-child(3)]:border-t max-[1281px]:[&>section:nth-child(3)]:border-l-0 slim:[&>section:not(:first-child)]:border-t slim:[&>section:not(:first-child)]:border-l-0 print:[&>section:nth-child(3)]:col-auto">
          <Basis version={version} card={card} />
          <SetUp version={version} />
          <Shapes version={version} card={card} />
        </div>
      </div>
      <aside
        className="w-75 flex-none border-l border-line-2 max-[1101px]:w-auto max-[1101px]:border-t max-[1101px]:border-l-0 print:w-auto print:border-l-0"
        aria-label={t('standards:beside')}
      >
        <Versions all={all} shown={stored} onShow={showVersion}>
          <Button size="sm" icon={FileDown} onPress={() => setReporting(true)} {...opensDialog(MakeReport)}>
            {t('standards:protocol')}
          </Button>{' '}
          <Button size="sm" icon={Scale} onPress={() => setComparing(true)} {...opensDialog(Compare)}>
            {t('standards:compare')}
          </Button>
        </Versions>
        <Differences all={all} shown={stored} />
      </aside>
      <Boundary instead={null} onFailure={() => setComparing(false)}>
        {comparing ? <Compare organization={organization} row={row} version={keyOf(stored)} onClose={() => setComparing(false)} /> : null}
      </Boundary>
      <Boundary instead={null} onFailure={() => setReporting(false)}>
        {reporting ? (
          <MakeReport
            organization={organization}
            of={{ operation: row.id, version: version.stored?.version ?? null }}
            onClose={() => setReporting(false)}
          />
        ) : null}
      </Boundary>
    </div>
  );
}
