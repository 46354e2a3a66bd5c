import { useStore } from '@nanostores/react';
import { Scissors, Undo2 } from 'lucide-react';
import { atom } from 'nanostores';
import { type CSSProperties, type MouseEvent, memo, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { Button as AriaButton } from '#button';
import { hasDraft } from '../../lib/client/forms/drafts-page.ts';
import { areNeighbours } from '../../lib/client/measurements/edges.ts';
import type { Entry } from '../../lib/domain/taps/entries.ts';
import { entryAt, rangeIn } from '../../lib/domain/time-study/spans.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { offsetIfTwice } from '../../lib/i18n/twice.ts';
import { useMedia } from '../shell/hooks.ts';
import { useTimeZone } from '../shell/zone.ts';
import { choose } from '../timeline/board.ts';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { DraftOwner } from '../ui/form/drafts.ts';
import { RowPick } from '../ui/table/RowPick.tsx';
import { usePrinting } from '../ui/usePrinting.ts';
import { ActivityMenu } from './ActivityMenu.tsx';
import { CellInput } from './CellInput.tsx';
import { CellTexts, type Texts } from './cell-texts.ts';
import { AS_WIDE, CLOSE, TWO_BESIDE } from './paper.ts';
import { Swatch } from './Swatch.tsx';
import { type Corrections, useCorrections } from './useCorrections.ts';
import type { Work } from './work.ts';

const LongLines = part(() => import('./LongLines.tsx'));
const CellDrafts = part(() => import('./CellDrafts.tsx'));

/** How written times are read: it comes when the first of them is touched, as most people only look. */
let times: typeof import('./read-times.ts') | null = null;
const timesCome = async () => {
  times = await import('./read-times.ts');
};

const ROW = 30;
const TOUCH_ROW = 45;
const CARD = 89;
/** So many rows are all there; of more, those that are in sight. */
const MOST_PLAIN = 100;
const WITHIN = ['pick', 'no', 'from', 'duration', 'activity', 'rating', 'note'] as const;
/** On a narrow window an entry is a card of two lines: what went on and how well, when and what was noted. */
const NARROW = ['pick', 'activity', 'rating', 'from', 'duration', 'note'] as const;
const CARD_CELLS: Record<string, string> = { pick: 'row-span-2 pl-4!', activity: 'col-span-3', note: 'col-span-2 pr-4!', rating: 'pr-4!' };
/** Beside each other under an entry's name: an order is longer than a batch. */
const CARD_SHARES: Record<string, string> = { order: 'minmax(0, 14fr)', product: 'minmax(0, 12fr)', batch: 'minmax(0, 8fr)' };
/** Pixels less than in the table, whose columns keep more distance. */
const CLOSER = 10;
/** What the others tell as well. */
const SECONDARY = new Set<string>(['no', 'elapsed', 'cycle']);

/** Columns whose width doesn't come from their texts. */
const WIDTHS: Record<'within' | 'full', Record<string, string>> = {
  within: { pick: 'w-7.5', no: 'w-8', rating: 'w-14', note: 'w-17' },
  full: { pick: 'w-13', no: 'w-11.5', lane: 'w-37.5', rating: 'w-21', cycle: 'w-16.5', batch: 'w-22' },
};

/** A column that comes with a part that needs it. */
export interface MoreColumn {
  id: string;
  label: string;
  cell: (entry: Entry, cards: boolean) => ReactNode;
}
const NO_COLUMNS: readonly MoreColumn[] = [];

interface Line {
  entry: Entry;
  /** Place on its lane, from 0. */
  index: number;
}

/** Entries of a lane, of the brush when there is one (`within`), or of all lanes by time. */
function useLines({ day, series, board }: Work, lane: string | null, within: boolean): readonly Line[] {
  const active = useStore(board.$lane);
  const selection = useStore(series.$selection);
  return useMemo(() => {
    const of = (id: string): Line[] => (day.lanes.get(id) ?? []).map((entry, index) => ({ entry, index }));
    if (lane === null && !within) return [...day.lanes.keys()].flatMap(of).sort((a, b) => a.entry.from - b.entry.from);
    const own = of(within || lane === null ? active : lane);
    if (!within || !selection) return own;
    const [first, end] = rangeIn(
      own.map(({ entry }) => entry),
      selection,
    );
    return own
      .slice(first, end)
      .filter(({ entry }) => entry.from < selection.to && (entry.to ?? Number.POSITIVE_INFINITY) > selection.from);
  }, [day, active, lane, within, selection]);
}

/** Texts of the cells, and whether somebody has touched one, or something was kept of them. */
function useTexts(draft: string) {
  const owner = useContext(DraftOwner);
  const [$texts] = useState(() => atom<Texts>({}));
  const [kept, setKept] = useState(false);
  useEffect(() => {
    setKept(owner !== null && hasDraft(owner, draft));
    return $texts.listen(() => setKept(true));
  }, [owner, draft, $texts]);
  return { $texts, kept };
}

/** About as wide as a digit, and what a field needs beside its text; narrower than their heads columns are never. Pixels. */
const DIGIT = 7;
const LEAST = { from: 82, duration: 76, elapsed: 96 };
/** The same of the small table, whose cells stand closer. */
const LEAST_WITHIN = { from: 66, duration: 58, elapsed: 96 };
/** What the other columns of the small table need. */
const BESIDE = 300;
/** Orders are codes, whose letters are about as wide as capitals; a longer one than so many letters is moved in its field. */
const LEAST_ORDER = 112;
const LONGEST_ORDER = 16;
const CAPITAL = 8;

/** Columns as wide as their longest text: a person's form of time and unit decide. */
function useWidths({ shown, day, bounds, now }: Work, within: boolean): Record<string, number> {
  return useMemo(() => {
    let longest = 0;
    for (const { from, to } of day.entries.values()) longest = Math.max(longest, (to ?? now) - from);
    const wide = (text: string, least: number) => Math.max(least, text.length * DIGIT + (within ? 22 : 36));
    const least = within ? LEAST_WITHIN : LEAST;
    const times = [shown.time(bounds.from), shown.time(bounds.to)].sort((a, b) => b.length - a.length);
    let letters = 0;
    for (const { references } of day.entries.values()) letters = Math.max(letters, references?.order?.length ?? 0);
    return {
      from: wide(times[0]!, least.from),
      duration: wide(shown.duration(longest), least.duration),
      elapsed: wide(shown.length(bounds.from, now), least.elapsed),
      order: Math.max(LEAST_ORDER, Math.min(letters, LONGEST_ORDER) * CAPITAL + 36),
    };
  }, [shown, day, bounds, now, within]);
}

/** Who is chosen, in the order of time. */
export function useChosen({ board, day }: Work): Entry[] {
  const selected = useStore(board.$selected);
  return useMemo(() => [...selected].flatMap((id) => day.entries.get(id) ?? []).sort((a, b) => a.from - b.from), [selected, day]);
}

/** Entries with their continuous and individual times, corrected where they stand. The accessible equivalent of the strip. */
export function EntryTable({
  work: given,
  within = false,
  lane = null,
  bar,
  mark,
  more = NO_COLUMNS,
}: {
  work: Work;
  within?: boolean;
  lane?: string | null;
  bar?: ReactNode;
  /** What stands beside the activity of an entry. */
  mark?: ((entry: Entry) => ReactNode) | undefined;
  more?: readonly MoreColumn[] | undefined;
}) {
  const t = useT();
  const printing = usePrinting();
  // On paper nobody corrects: fields are their text there, whole.
  const work = useMemo(() => (printing ? { ...given, canEdit: false } : given), [given, printing]);
  const { board, series, canEdit } = work;
  const narrow = useMedia('(max-width: 1060px)');
  // A sheet with orders has no room for what other columns tell as well.
  const half = printing ? more.length > 0 : narrow;
  // Beside two such columns a notebook's window breaks the names of activities: the course of time leaves them its room there.
  const crowded = useMedia('(max-width: 1600px)') && more.length > 1;
  // With the rail open a table of fewer columns has room from here on.
  const cards = useMedia('(max-width: 820px)') && !within && !printing;
  const corrections = useCorrections(work);
  const draft = `cells ${work.row.id}`;
  const { $texts, kept } = useTexts(draft);
  const lines = useLines(work, lane, within);
  const widths = useWidths(work, within);
  const selected = useStore(board.$selected);
  const selection = useStore(series.$selection);
  const scroller = useRef<HTMLElement>(null);
  const anchor = useRef<number | null>(null);
  const coarse = typeof matchMedia !== 'undefined' && matchMedia('(pointer: coarse)').matches;
  const height = cards ? CARD : coarse ? TOUCH_ROW : ROW;
  const isLong = lines.length > MOST_PLAIN && !printing;

  // What is chosen in the strip comes into sight here.
  const only = selected.size === 1 ? [...selected][0] : undefined;
  const sought = only === undefined ? -1 : lines.findIndex(({ entry }) => entry.id === only);
  useEffect(() => {
    if (only !== undefined && !isLong) scroller.current?.querySelector(`tr[data-index="${sought}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [only]);

  const pick = (at: number, more: boolean, range: boolean) => {
    const line = lines[at];
    if (!line) return;
    if (range && anchor.current !== null) {
      const [from, to] = [Math.min(anchor.current, at), Math.max(anchor.current, at)];
      board.$selected.set(new Set([...(more ? selected : []), ...lines.slice(from, to + 1).map(({ entry }) => entry.id)]));
      return;
    }
    anchor.current = at;
    choose(board, line.entry, more);
  };
  const press = (event: MouseEvent<HTMLTableSectionElement>) => {
    const target = event.target as HTMLElement;
    const row = target.closest<HTMLTableRowElement>('tr[data-index]');
    if (!row || target.closest('input, button, label')) return;
    const at = Number(row.dataset.index);
    pick(at, event.ctrlKey || event.metaKey, event.shiftKey);
    const from = lines[at]?.entry.from;
    if (from !== undefined) board.$pinned.set(from);
  };
  const columns: readonly string[] = within
    ? WITHIN
    : cards
      ? [...NARROW, ...more.map(({ id }) => id)]
      : ([
          'pick',
          'no',
          ...(lane === null ? ['lane'] : []),
          'from',
          'duration',
          'elapsed',
          'activity',
          'rating',
          'cycle',
          'note',
          ...more.map(({ id }) => id),
        ] as const);
  const shown = columns.filter(
    (column) =>
      (canEdit || column !== 'pick') && !(half && !within && SECONDARY.has(column)) && !(crowded && !printing && column === 'elapsed'),
  );
  const number = new Set(['no', 'from', 'duration', 'elapsed', 'rating', 'cycle']);
  const label = t(within && selection ? 'measurements:entries.within' : 'measurements:entries.title');
  const body = cards ? 'block' : undefined;
  const rowAt = (index: number, measure?: RowProps['measure']) => {
    const line = lines[index];
    if (!line) return null;
    return (
      <Row
        key={line.entry.id}
        measure={measure}
        work={work}
        corrections={corrections}
        line={line}
        at={index}
        columns={shown.join()}
        cards={cards}
        selected={selected.has(line.entry.id)}
        onPick={pick}
        mark={mark}
        more={more}
      />
    );
  };
  return (
    <div className={within ? 'tm-panel tm-entries within' : 'tm-entries min-h-76'}>
      {within ? (
        <header>
          <h2 className="h2">{t('measurements:entries.title')}</h2>
          <span className="muted">{selection ? t('measurements:entries.in_selection') : null}</span>
          <span className="spacer" />
          {canEdit ? <Tools work={work} corrections={corrections} /> : null}
        </header>
      ) : (
        bar
      )}
      {kept && canEdit ? (
        <Boundary instead={null}>
          <CellDrafts draft={draft} $texts={$texts} isThere={(cell) => work.day.entries.has(cell.split(' ', 1)[0] ?? '')} />
        </Boundary>
      ) : null}
      <section
        className={within ? `tm-scroll ${TWO_BESIDE}` : `tm-scroll full ${AS_WIDE} ${more.length > 0 ? CLOSE : ''}`}
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table is scrolled by keys too
        tabIndex={0}
        aria-label={label}
      >
        <table
          className={`tbl compact ${cards ? 'block' : within ? 'table-fixed' : half && more.length === 0 ? 'min-w-155 table-fixed' : 'min-w-215 table-fixed'}`}
          style={
            within
              ? { minWidth: widths.from! + widths.duration! + BESIDE }
              : cards
                ? ({ '--from': `${widths.from! - CLOSER}px`, '--duration': `${widths.duration! - CLOSER}px` } as CSSProperties)
                : undefined
          }
          aria-label={label}
          aria-rowcount={lines.length + 1}
        >
          <colgroup>
            {shown.map((column) => (
              <col
                key={column}
                className={crowded && column === 'lane' ? 'w-32' : (within ? WIDTHS.within : WIDTHS.full)[column]}
                style={{ width: widths[column] }}
              />
            ))}
          </colgroup>
          <thead className={cards ? 'vh' : undefined}>
            <tr aria-rowindex={1}>
              {shown.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className={number.has(column) ? 'num' : column === 'activity' && !within ? 'print:min-w-29' : undefined}
                >
                  {column === 'pick' ? (
                    <span className="vh">{t('measurements:column.pick')}</span>
                  ) : (
                    (more.find(({ id }) => id === column)?.label ?? t(`measurements:column.${column as 'no'}`))
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <CellTexts value={$texts}>
            {isLong ? (
              <Boundary waiting={<tbody style={{ height: lines.length * height }} />}>
                <LongLines
                  scroller={scroller}
                  count={lines.length}
                  keyOf={(index) => lines[index]?.entry.id ?? `${index}`}
                  height={height}
                  sought={sought}
                  className={body}
                  onClick={press}
                >
                  {rowAt}
                </LongLines>
              </Boundary>
            ) : (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the box of each row takes the keys
              <tbody className={body} onClick={press}>
                {lines.map((_, index) => rowAt(index))}
              </tbody>
            )}
          </CellTexts>
        </table>
        {lines.length === 0 ? <p className="muted py-4 text-12">{t('measurements:entries.none')}</p> : null}
      </section>
    </div>
  );
}

interface RowProps {
  measure: ((row: HTMLTableRowElement | null) => void) | undefined;
  work: Work;
  corrections: Corrections;
  line: Line;
  at: number;
  columns: string;
  cards: boolean;
  selected: boolean;
  onPick: (at: number, more: boolean, range: boolean) => void;
  mark: ((entry: Entry) => ReactNode) | undefined;
  more: readonly MoreColumn[];
}

const Row = memo(function Row({
  measure,
  work,
  corrections,
  line: { entry, index },
  at,
  columns,
  cards,
  selected,
  onPick,
  mark,
  more,
}: RowProps) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const zone = useTimeZone();
  const { look, now, canEdit, bounds, laneName, shown } = work;
  const entryLook = look(entry);
  const name = `${shown.time(entry.from)} ${entryLook.name}`;
  const edge = canEdit ? corrections.edgeAt(entry.lane, index) : null;
  const end = canEdit && entry.to !== null ? corrections.edgeAt(entry.lane, index + 1) : null;
  const put = (which: NonNullable<typeof edge>, to: number) =>
    void corrections.move(which, Math.min(Math.max(to, which.least), which.most));
  const duration = shown.length(entry.from, entry.to ?? now);
  const named = <span className="min-w-0 py-1 print:py-0 leading-4 whitespace-normal wrap-break-word hyphens-auto">{entryLook.name}</span>;
  const cells: Record<string, ReactNode> = {
    pick: <RowPick checked={selected} aria-label={t('measurements:entries.pick', { name })} onChange={() => onPick(at, true, false)} />,
    no: <span className="muted">{index + 1}</span>,
    lane: <span className="one-line soft wrap-break-word">{laneName(entry.lane)}</span>,
    from: edge ? (
      <CellInput
        end={!cards}
        row={entry.id}
        field="from"
        label={t('measurements:entries.from_of', { name })}
        hint={t('measurements:entries.from_hint')}
        text={shown.clock(entry.from)}
        suffix={offsetIfTwice(entry.from, zone)}
        prepare={timesCome}
        read={(text) => times?.readClock(text, entry.from, zone) ?? undefined}
        onSave={(to) => put(edge, to)}
      />
    ) : (
      shown.time(entry.from)
    ),
    duration: end ? (
      <CellInput
        end={!cards}
        row={entry.id}
        field="duration"
        label={t('measurements:entries.duration_of', { name })}
        hint={t('measurements:entries.duration_hint')}
        text={duration}
        prepare={timesCome}
        read={(text) => times?.readLength(text, locale) ?? undefined}
        onSave={(ms) => put(end, entry.from + ms)}
      />
    ) : (
      duration
    ),
    elapsed: <span className="soft">{shown.length(bounds.from, entry.to ?? now)}</span>,
    activity: canEdit ? (
      <ActivityMenu
        work={work}
        lane={entry.lane}
        current={entry.activity ?? entry.kind}
        onChoose={(label) => void corrections.relabel([entry], label)}
        trigger={
          <AriaButton
            className="tm-activity -ml-1 flex items-center gap-1.75 w-full min-w-0 min-h-6 px-1 rounded-1 text-left hover:bg-hover pointer-coarse:min-h-11"
            aria-label={t('measurements:entries.activity_of', { name })}
          >
            <Swatch look={entryLook} />
            {named}
          </AriaButton>
        }
      />
    ) : (
      <span className="flex items-center gap-1.75 min-w-0">
        <Swatch look={entryLook} />
        {named}
      </span>
    ),
    rating:
      canEdit && entry.kind === 'state' ? (
        <CellInput
          end
          row={entry.id}
          field="rating"
          label={t('measurements:entries.rating_of', { name })}
          text={entry.rating === null ? '' : format.number(entry.rating)}
          suffix="%"
          placeholder={cards ? t('measurements:column.rating') : undefined}
          read={readRating}
          onSave={(rating) => void corrections.rate([entry], rating)}
        />
      ) : entry.rating === null ? null : (
        <>
          {format.number(entry.rating)} <span className="unit">%</span>
        </>
      ),
    cycle: <span className="soft">{format.number(entry.cycle)}</span>,
    note: canEdit ? (
      <CellInput
        row={entry.id}
        field="note"
        label={t('measurements:entries.note_of', { name })}
        text={entry.note ?? ''}
        placeholder={cards ? t('measurements:column.note') : undefined}
        read={(text) => text.slice(0, 2_000)}
        onSave={(text) => void corrections.annotate(entry, text)}
      />
    ) : (
      // On paper its column is as wide as its longest word: the short heading alone would break words.
      <span className="one-line soft print:inline-block! print:max-w-40 print:wrap-break-word!">{entry.note}</span>
    ),
  };
  const number = new Set(['no', 'from', 'duration', 'elapsed', 'rating', 'cycle']);
  const marked = mark?.(entry);
  const listed = columns.split(',');
  const added = more.filter(({ id }) => listed.includes(id));
  return (
    <tr
      ref={measure}
      className={
        cards
          ? `grid border-b border-b-line ${canEdit ? 'grid-cols-[42px_var(--from)_var(--duration)_minmax(0,1fr)_84px]' : 'grid-cols-[var(--from)_var(--duration)_minmax(0,1fr)_84px] pl-2'}`
          : undefined
      }
      data-index={at}
      aria-rowindex={at + 2}
      data-selected={selected ? '' : undefined}
    >
      {listed
        .filter((column) => column in cells)
        .map((column) => (
          <td
            key={column}
            className={
              cards
                ? `flex h-auto min-h-6 min-w-0 items-center border-b-0 px-2! text-left ${CARD_CELLS[column] ?? ''}`
                : number.has(column)
                  ? 'num'
                  : undefined
            }
          >
            {column === 'activity' && marked ? (
              <span className="flex min-w-0 items-center gap-1">
                {cells.activity}
                {marked}
              </span>
            ) : (
              cells[column]
            )}
          </td>
        ))}
      {cards && added.length > 0 ? (
        // Under the name of the activity, past the box: beside each other, as far as there is room.
        <td
          colSpan={added.length}
          className={`col-span-full grid h-auto grid-cols-(--shares) gap-x-2 border-b-0 px-2! pb-1.5 text-left empty:hidden max-[381px]:grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] ${canEdit ? 'pl-12.5!' : ''}`}
          style={{ '--shares': added.map(({ id }) => CARD_SHARES[id] ?? '1fr').join(' ') } as CSSProperties}
        >
          {added.map(({ cell }) => cell(entry, true))}
        </td>
      ) : (
        added.map(({ id, cell }) => <td key={id}>{cell(entry, false)}</td>)
      )}
    </tr>
  );
});

/** Whole per cent; empty = none. */
function readRating(text: string): number | null | undefined {
  const trimmed = text.replace('%', '').trim();
  if (trimmed === '') return null;
  const value = Number(trimmed);
  return Number.isInteger(value) && value >= 10 && value <= 300 ? value : undefined;
}

/** Cuts the entry at the cursor, else the one that is chosen in its middle, joins neighbours, takes the last correction back. */
export function Tools({ work, corrections }: { work: Work; corrections: Corrections }) {
  const t = useT();
  const { board, day, now, stores } = work;
  const chosen = useChosen(work);
  const pinned = useStore(board.$pinned);
  const lane = useStore(board.$lane);
  const { undo } = useStore(stores.taps.$steps);
  const at = pinned === null ? null : entryAt(day.lanes.get(lane) ?? [], pinned, now);
  const only = chosen.length === 1 ? chosen[0] : undefined;
  const under = at && pinned !== null && pinned > at.from && (!only || only.id === at.id) ? { entry: at, at: pinned } : null;
  const half = only && Math.round((only.from + (only.to ?? now)) / 2);
  const cut = under ?? (only && half !== undefined && half > only.from ? { entry: only, at: half } : null);
  return (
    <>
      {areNeighbours(day, chosen) ? (
        <Button size="sm" variant="ghost" onPress={() => void corrections.merge(chosen)}>
          {t('measurements:entries.merge')}
        </Button>
      ) : null}
      <Button
        size="sm"
        variant="ghost"
        icon={Scissors}
        isDisabled={cut === null}
        onPress={() => cut && void corrections.split(cut.entry, cut.at)}
      >
        {t('measurements:entries.split')}
      </Button>
      <Button size="sm" variant="ghost" icon={Undo2} isDisabled={undo === null} onPress={() => void corrections.undo()}>
        {t('measurements:undo')}
      </Button>
    </>
  );
}
