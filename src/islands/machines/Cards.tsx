import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Machine } from '../../lib/contract/machines.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Photo, PhotoFrame } from '../files/Photo.tsx';
import { placeOf } from '../machine-choice/place-of.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { usePrinting } from '../ui/usePrinting.ts';
import { LastSign } from './LastSign.tsx';
import { MachineStatus } from './MachineStatus.tsx';

const LEAST_WIDTH = 232;
const GAP = 12;
const EDGE = 20;
/** With a name of two lines. */
const CARD = 270;
const SKELETONS = 8;
const NEAR_END = 3;
const CARD_GRID = 'grid grid-cols-[repeat(auto-fill,minmax(232px,1fr))] gap-3 p-5 relative';
const CARD_LOOK =
  'machine-card grid auto-rows-max content-start gap-1.5 p-2.5 border border-line-2 rounded-2 bg-surface *:min-w-0 has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent [&>.tag]:justify-self-start';

const columnsOf = (width: number) => Math.max(1, Math.floor((width - 2 * EDGE + GAP) / (LEAST_WIDTH + GAP)));

interface Props {
  organization: string;
  rows: readonly Machine[];
  rowHref: (row: Machine) => string;
  loading: boolean;
  empty: ReactNode;
  onEnd: () => void;
}

/** The list as cards: only the rows of cards that are seen are rendered. */
export default function Cards({ organization, rows, rowHref, loading, empty, onEnd }: Props) {
  const t = useT();
  const scroller = useRef<HTMLElement>(null);
  const [columns, setColumns] = useState(4);
  const printing = usePrinting();
  const none = !loading && rows.length === 0;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => setColumns(columnsOf(element.clientWidth));
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    measure();
    return () => watch.disconnect();
  }, [none]);
  const lines = Math.ceil(rows.length / columns);
  const virtual = useVirtualizer({
    count: lines,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD + GAP,
    overscan: 2,
    paddingStart: EDGE,
    paddingEnd: EDGE,
  });
  const items = virtual.getVirtualItems();
  const nearEnd = lines > 0 && (items.at(-1)?.index ?? 0) >= lines - NEAR_END;
  useEffect(() => {
    if (nearEnd) onEnd();
  }, [nearEnd, onEnd, rows.length]);

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const at = Number((event.target as HTMLElement).dataset.at ?? Number.NaN);
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
    if (by === undefined || Number.isNaN(at)) return;
    const next = Math.min(rows.length - 1, Math.max(0, at + by));
    event.preventDefault();
    virtual.scrollToIndex(Math.floor(next / columns));
    // A card that was not rendered yet appears with the frame after the scroll.
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-at="${next}"]`)?.focus());
  };

  const card = (row: Machine, at: number) => <Card row={row} organization={organization} href={rowHref(row)} at={at} />;

  if (none) return <div className="table-empty">{empty}</div>;
  return (
    <section className="table-scroll fill" ref={scroller} aria-label={t('machines:list')} aria-busy={loading || undefined}>
      {loading && rows.length === 0 ? (
        <div className={CARD_GRID}>
          <span className="vh">{t('ui:table.loading')}</span>
          {Array.from({ length: SKELETONS }, (_, index) => (
            <div key={index} className={CARD_LOOK} aria-hidden="true">
              <PhotoFrame size="medium" />
              <Skeleton width={140} height={12} />
              <Skeleton width={90} height={10} />
            </div>
          ))}
        </div>
      ) : printing ? (
        <ul className={CARD_GRID}>
          {rows.map((row, at) => (
            <li key={row.id} className={CARD_LOOK}>
              {card(row, at)}
            </li>
          ))}
        </ul>
      ) : (
        <ul className="relative" style={{ height: virtual.getTotalSize() }} onKeyDown={move}>
          {items.flatMap((line) =>
            rows.slice(line.index * columns, (line.index + 1) * columns).map((row, column) => {
              const share = `(100% - ${2 * EDGE - GAP}px) / ${columns}`;
              const style = {
                top: line.start,
                left: `calc(${EDGE}px + ${column} * ${share})`,
                width: `calc(${share} - ${GAP}px)`,
                height: CARD,
              };
              return (
                <li key={row.id} className={`absolute hover:bg-hover ${CARD_LOOK}`} style={style}>
                  {card(row, line.index * columns + column)}
                </li>
              );
            }),
          )}
        </ul>
      )}
    </section>
  );
}

function Card({ row, organization, href, at }: { row: Machine; organization: string; href: string; at: number }) {
  const t = useT();
  const { main, under } = placeOf(row);
  return (
    <>
      <Photo organization={organization} file={row.photo_file_id} size="medium" />
      <a className="row-link two" href={href} data-at={at}>
        <span className="med line-clamp-2">{row.name}</span>
        <small className="one-line">{[row.code, row.kind].filter(Boolean).join(' · ') || '\u00a0'}</small>
      </a>
      <MachineStatus row={row} />
      <small className="soft one-line">{[under, main].filter(Boolean).join(' · ') || '\u00a0'}</small>
      <small className="flex justify-between gap-2.5 text-11">
        <span className="muted">{t('machines:logger_count', { count: row.datalogger_count })}</span>
        {row.datalogger_count === 0 ? null : <LastSign row={row} />}
      </small>
    </>
  );
}
