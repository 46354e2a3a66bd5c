import { type ShownCard, type ShownElement, together } from '../../lib/domain/time-study/shown-card.ts';
import { ALLOWANCE_KINDS } from '../../lib/domain/time-study/standard-card.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { categoryStyle } from '../ui/category-style.ts';
import { Tag } from '../ui/Tag.tsx';
import type { AnyVersion } from './StandardTab.tsx';

const EDGE = 'border-l border-l-line';
/** Kinds of allowances have no room beside the versions, and their sum is what counts; on paper they have. */
const KIND = 'slim:hidden max-[1400px]:hidden print:hidden';
/** Where the kinds aren't shown their sum comes first. */
const SUM = 'max-[1400px]:border-l max-[1400px]:border-l-line';

/** The room of the table decides, which the open rail and the versions beside it take from: names break, then how often goes, then all but the two times. */
const OFTEN = 'not-print:@max-[770px]:hidden';
const MORE = 'not-print:@max-[640px]:hidden';
const SHORT = 'hidden not-print:@max-[640px]:inline';
/** Where nothing stands before it of what belongs to it. */
const FIRST = 'not-print:@max-[770px]:border-l not-print:@max-[770px]:border-l-line';

/** From readings to the time of a piece, element by element; the rows that count add up to the last one. */
export function CardTable({
  version,
  card,
  chosen,
  onChoose,
}: {
  version: AnyVersion;
  card: ShownCard;
  chosen: ShownElement;
  onChoose: (activity: string) => void;
}) {
  const t = useT();
  const format = useFormat();
  const seconds = (value: number) => format.number(value, 3);
  // One that no element has would only take the room.
  const kinds = ALLOWANCE_KINDS.filter((kind) => card.rows.some(({ shares }) => shares[kind] > 0));
  const percent = (share: number) => format.number(share * 100, Number.isInteger(Math.round(share * 1e6) / 1e4) ? 0 : 1);
  const hidden = card.rows.filter(({ element }) => !element.counts);
  const bracketed = (row: ShownElement, text: string) => (row.element.counts ? text : `(${text})`);
  return (
    <div className="@container overflow-x-auto px-5 slim:px-4">
      <table
        className="tbl compact [&_td]:px-2 [&_th]:px-2 [--edge:8px] print:text-11 print:[&_:is(td,th)]:px-1 print:[&_:is(td,th)]:whitespace-normal!"
        aria-label={t('standards:table.label')}
      >
        <thead>
          <tr className={MORE}>
            <th>
              <span className="vh">{t('standards:table.element')}</span>
            </th>
            <th colSpan={3} scope="colgroup">
              {t('standards:table.observed')}
            </th>
            <th colSpan={3} scope="colgroup" className={`${EDGE} ${OFTEN}`}>
              {t('standards:table.normal')}
            </th>
            <th scope="colgroup" className={`num hidden not-print:@max-[770px]:table-cell ${EDGE}`}>
              {t('standards:table.normal')}
            </th>
            <th colSpan={kinds.length + 1} scope="colgroup" className={`${KIND} ${EDGE}`}>
              {t(`standards:table.allowances.${card.basis}`)}
            </th>
            <th scope="col" className={`num min-[1401px]:hidden print:table-cell ${EDGE}`}>
              {t(`standards:table.allowances.${card.basis}`)}
            </th>
            <th scope="colgroup" className={`num ${EDGE}`}>
              {t('standards:table.standard')}
            </th>
          </tr>
          <tr>
            <th scope="col">{t('standards:table.element')}</th>
            <th scope="col" className="num">
              {t('standards:table.n')}
            </th>
            <th scope="col" className={`num ${MORE}`}>
              {t('standards:table.mean')}
            </th>
            <th scope="col" className={`num ${MORE}`}>
              {t('standards:table.rating')}
            </th>
            <th scope="col" className={`num ${OFTEN} ${EDGE}`}>
              {t('standards:table.occurrence')}
            </th>
            <th scope="col" className={`num ${OFTEN}`}>
              {t('standards:table.frequency')}
            </th>
            <th scope="col" className={`num ${FIRST}`}>
              <span className={MORE}>{t('standards:table.per_piece')}</span>
              <span className={SHORT}>{t('standards:table.normal_short')}</span>
            </th>
            {kinds.map((kind) => (
              <th key={kind} scope="col" className={`num ${KIND} ${kind === kinds[0] ? EDGE : ''}`}>
                {t(`standards:kind_short.${kind}`)}
              </th>
            ))}
            <th scope="col" className={`num ${MORE} ${kinds.length === 0 ? EDGE : SUM}`}>
              {t('standards:table.total')}
            </th>
            <th scope="col" className={`num ${EDGE}`}>
              <span className={MORE}>{t('standards:table.per_piece')}</span>
              <span className={SHORT}>{t('standards:table.standard')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {card.rows.map((row) => {
            const { element } = row;
            const isChosen = row === chosen;
            return (
              <tr
                key={element.activity_id}
                className={`${isChosen ? 'bg-selected' : ''} ${element.counts ? '' : 'text-ink-2'}`}
                aria-current={isChosen || undefined}
              >
                <td
                  className={`not-print:@max-[1000px]:whitespace-normal not-print:@max-[640px]:wrap-anywhere print:min-w-32 ${isChosen ? 'shadow-[inset_3px_0_0_var(--accent)]' : ''}`}
                >
                  <span className="flex items-center gap-2 print:flex-wrap print:gap-y-0">
                    <i className="sw flex-none bg-(--c)" style={categoryStyle(element.color)} aria-hidden="true" />
                    <button
                      type="button"
                      className="min-w-0 cursor-pointer rounded-1 py-0.5 text-left print:min-w-16 print:flex-1 hover:underline pointer-coarse:min-h-(--control-touch)"
                      aria-pressed={isChosen}
                      onClick={() => onChoose(element.activity_id)}
                    >
                      {row.no} {element.name}
                    </button>
                    {row.within === null && !element.machine_paced ? null : (
                      <span className={`ml-auto ${MORE}`}>
                        <Tag>
                          {row.within !== null
                            ? t('standards:table.within', {
                                no: card.rows.find((one) => one.element.activity_id === element.within)?.no ?? '',
                              })
                            : t('standards:table.machine')}
                        </Tag>
                      </span>
                    )}
                  </span>
                </td>
                <td className="num">{format.number(element.n)}</td>
                <td className={`num ${MORE}`}>{seconds(element.mean)}</td>
                <td className={`num soft ${MORE}`}>{element.rating === null ? '–' : format.number(element.rating, 1)}</td>
                <td className={`num ${OFTEN} ${EDGE}`}>{seconds(element.normal)}</td>
                <td className={`num soft ${OFTEN}`}>
                  {format.number(element.occurrences)}/{format.number(element.cycles * version.parameters.pieces_per_cycle)}
                </td>
                <td className={`num font-medium ${FIRST}`}>{bracketed(row, seconds(row.normal))}</td>
                {kinds.map((kind) => (
                  <td key={kind} className={`num soft ${KIND} ${kind === kinds[0] ? EDGE : ''}`}>
                    {percent(row.shares[kind])}
                  </td>
                ))}
                <td className={`num font-medium ${MORE} ${kinds.length === 0 ? EDGE : SUM}`}>{percent(together(row.shares))}</td>
                <td className={`num ${EDGE} ${element.counts ? 'font-semi' : ''}`}>{bracketed(row, seconds(row.standard))}</td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr className="font-semi">
            <td className="not-print:@max-[1000px]:whitespace-normal">
              {hidden.length === 0
                ? t('standards:table.sum')
                : t('standards:table.sum_without', { count: hidden.length, numbers: format.list(hidden.map(({ no }) => String(no))) })}
            </td>
            <td className="num">{format.number(card.n)}</td>
            <td className={MORE} />
            <td className={MORE} />
            <td className={`${OFTEN} ${EDGE}`} />
            <td className={OFTEN} />
            <td className={`num ${FIRST}`}>{seconds(card.normal)}</td>
            {kinds.map((kind) => (
              <td key={kind} className={`num font-medium ${KIND} ${kind === kinds[0] ? EDGE : ''}`}>
                {seconds(card.allowances[kind])}
              </td>
            ))}
            <td className={`num font-medium ${MORE} ${kinds.length === 0 ? EDGE : SUM}`}>{seconds(card.allowance)}</td>
            <td className={`num ${EDGE}`}>{seconds(card.standard)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
