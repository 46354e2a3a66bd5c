import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { ElementSettings } from '../../lib/contract/operations.ts';
import { type CountedFrequency, type Frequency, frequencyDiffers } from '../../lib/domain/time-study/frequency.ts';
import { ALLOWANCE_KINDS } from '../../lib/domain/time-study/standard-card.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { usePercent } from '../allowance-sets/percent.ts';
import { Boundary, part } from '../ui/Boundary.tsx';
import { categoryStyle } from '../ui/category-style.ts';
import { opensDialog } from '../ui/Dialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Status } from '../ui/Status.tsx';
import type { OfStandard } from './DetailScreen.tsx';

await ready('operation-tabs');

const ElementDialog = part(() => import('./ElementDialog.tsx'));

export interface NamedElement {
  id: string;
  name: string;
  color: number | null;
}

const PLAIN = { occurrences: 1, cycles: 1, machine_paced: false, within: null, break_point: null, shares: null } as const;
export const settingsOf = (list: readonly ElementSettings[], id: string): ElementSettings =>
  list.find(({ activity_id }) => activity_id === id) ?? { ...PLAIN, activity_id: id };

/** How each element of the study is counted; what is set here is a parameter of the standard. */
export default function ElementsTab({ stores, row, standard, mayWrite }: OfStandard) {
  const t = useT();
  const format = useFormat();
  const percent = usePercent();
  const [edited, setEdited] = useState<NamedElement | null>(null);
  const card = standard.draft?.card ?? standard.versions[0]?.card ?? null;
  const elements: NamedElement[] = [
    ...(card?.elements ?? []).map(({ activity_id: id, name, color }) => ({ id, name, color })),
    ...standard.without_readings
      .filter(({ activity_id }) => !card?.elements.some((one) => one.activity_id === activity_id))
      .map(({ activity_id: id, name }) => ({ id, name, color: null })),
  ];
  if (elements.length === 0)
    return <EmptyState title={t('operation-tabs:elements.empty_title')}>{t('operation-tabs:elements.empty_text')}</EmptyState>;
  const countedOf = (id: string) => standard.frequencies.find(({ activity_id }) => activity_id === id);
  const nameOf = (id: string | null) => elements.find((one) => one.id === id)?.name ?? '–';
  return (
    <section className="p-5 slim:p-4" aria-label={t('operations:tab.elements')}>
      <p className="soft max-w-180 pb-3">{t('operation-tabs:elements.text')}</p>
      <div className="overflow-x-auto">
        <table className="tbl compact max-w-260" aria-label={t('operations:tab.elements')}>
          <thead>
            <tr>
              <th scope="col">{t('operation-tabs:elements.element')}</th>
              <th scope="col" className="slim:hidden">
                {t('operation-tabs:elements.kind')}
              </th>
              <th scope="col" className="num">
                {t('operation-tabs:elements.frequency')}
              </th>
              {standard.frequencies.length === 0 ? null : (
                <th scope="col" className="slim:hidden">
                  {t('operation-tabs:elements.seen')}
                </th>
              )}
              <th scope="col" className="slim:hidden">
                {t('operation-tabs:elements.shares')}
              </th>
              <th scope="col" className="slim:hidden">
                {t('operation-tabs:elements.break_point')}
              </th>
              {mayWrite ? (
                <th scope="col" className="w-10 print:hidden">
                  <span className="vh">{t('operation-tabs:elements.set')}</span>
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {elements.map((one) => {
              const { occurrences, cycles, machine_paced, within, break_point, shares } = settingsOf(row.elements, one.id);
              const counted = countedOf(one.id);
              const kind =
                within !== null
                  ? t('operation-tabs:elements.within', { name: nameOf(within) })
                  : t(machine_paced ? 'operation-tabs:elements.machine' : 'operation-tabs:elements.manual');
              return (
                <tr key={one.id}>
                  <td className="slim:py-1">
                    <span className="flex items-center gap-2">
                      <i
                        className={`sw ${one.color === null ? 'bg-line-2' : 'bg-(--c)'}`}
                        style={one.color === null ? undefined : categoryStyle(one.color)}
                        aria-hidden="true"
                      />
                      <span className="slim:whitespace-normal slim:wrap-anywhere">
                        {one.name}
                        <small className="hidden text-12 text-ink-2 slim:block">{kind}</small>
                      </span>
                    </span>
                  </td>
                  <td className="slim:hidden">{kind}</td>
                  <td className="num">
                    {format.number(occurrences)}/{format.number(cycles)}
                    {counted ? (
                      <span className="hidden justify-end slim:flex">
                        <SeenInCycles counted={counted} frequency={{ occurrences, cycles }} />
                      </span>
                    ) : null}
                  </td>
                  {standard.frequencies.length === 0 ? null : (
                    <td className="slim:hidden">
                      {counted ? <SeenInCycles counted={counted} frequency={{ occurrences, cycles }} /> : <span className="muted">–</span>}
                    </td>
                  )}
                  <td className="slim:hidden">
                    {shares === null ? (
                      <span className="muted">{t('operation-tabs:elements.of_set')}</span>
                    ) : (
                      percent(ALLOWANCE_KINDS.reduce((sum, kind) => sum + shares[kind], 0))
                    )}
                  </td>
                  <td className="soft slim:hidden">{break_point ?? '–'}</td>
                  {mayWrite ? (
                    <td className="print:hidden">
                      <IconButton
                        icon={Pencil}
                        label={t('operation-tabs:elements.set_name', { name: one.name })}
                        onPress={() => setEdited(one)}
                        {...opensDialog(ElementDialog)}
                      />
                    </td>
                  ) : null}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <Boundary instead={null} onFailure={() => setEdited(null)}>
        {edited ? (
          <ElementDialog
            store={stores.operation}
            row={row}
            element={edited}
            elements={elements}
            counted={countedOf(edited.id)}
            onClose={() => setEdited(null)}
          />
        ) : null}
      </Boundary>
    </section>
  );
}

/** How often an element was seen, marked where that isn't what its frequency says. */
export function SeenInCycles({ counted, frequency }: { counted: CountedFrequency; frequency: Frequency }) {
  const t = useT();
  const format = useFormat();
  const text = t('operation-tabs:elements.seen_in', {
    ...{ n: format.number(counted.seen), count: counted.cycles, cycles: format.number(counted.cycles) },
  });
  return frequencyDiffers(counted, frequency) ? <Status kind="late">{text}</Status> : <span className="soft">{text}</span>;
}
