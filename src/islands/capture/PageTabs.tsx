import { type CSSProperties, useLayoutEffect, useRef } from 'react';
import type { ActivityFace } from '../../lib/contract/activities.ts';
import type { Page } from '../../lib/contract/screens.ts';
import { foldedTabs } from '../../lib/domain/screens/screen-panel.ts';
import { useT } from '../../lib/i18n/words.tsx';
import { categoryStyle } from '../ui/category-style.ts';

export const TAB_ID = 'cap-tab-';
export const PAGE_ID = 'cap-page-';

/** What runs and has its button on a page: its name and its activity, which a pause has none of. */
export interface OnPage {
  name: string;
  face: ActivityFace | undefined;
}

/** Which page of buttons is in sight. A tab whose page has the button of what runs bears its colour, so that one touch leads there. */
export function PageTabs({
  pages,
  page,
  running,
  onTurn,
}: {
  pages: readonly Page[];
  page: string;
  /** By the page. */
  running: ReadonlyMap<string, readonly OnPage[]>;
  onTurn: (page: string) => void;
}) {
  const t = useT();
  const list = useRef<HTMLDivElement>(null);
  const before = useRef(page);
  // What had the keys may be out of sight now.
  useLayoutEffect(() => {
    if (before.current === page) return;
    before.current = page;
    const around = list.current?.parentElement;
    if (around?.contains(document.activeElement))
      around.querySelector<HTMLElement>(`#${CSS.escape(TAB_ID + page)}`)?.focus({ preventScroll: true });
  }, [page]);
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={t('capture:pages.label')}
      className="mb-(--gap) grid grid-cols-[repeat(var(--tabs),minmax(0,1fr))] gap-(--gap) max-[600px]:grid-cols-[repeat(var(--folded-tabs),minmax(0,1fr))] wide:max-[1100px]:grid-cols-[repeat(var(--folded-tabs),minmax(0,1fr))]"
      style={{ '--tabs': pages.length, '--folded-tabs': foldedTabs(pages.length) } as CSSProperties}
    >
      {pages.map(({ id, name }, at) => {
        const on = running.get(id) ?? [];
        const isInSight = id === page;
        return (
          <button
            key={id}
            id={TAB_ID + id}
            type="button"
            role="tab"
            aria-selected={isInSight}
            aria-controls={PAGE_ID + id}
            tabIndex={isInSight ? 0 : -1}
            className={`relative grid h-12 min-w-0 place-items-center overflow-hidden rounded-t-2 border border-b-2 px-1 pt-1.5 [container-type:inline-size] focus-visible:outline-3 focus-visible:-outline-offset-3 focus-visible:outline-accent wide:h-16 ${isInSight ? 'border-line-2 border-b-accent bg-raised text-ink' : 'border-line bg-surface text-ink-2'}`}
            style={on[0]?.face ? (categoryStyle(on[0].face.color) as CSSProperties) : undefined}
            // With the touch, not with its end: the next finger may be on its way to a button.
            onPointerDown={({ button }) => button === 0 && onTurn(id)}
            onClick={() => onTurn(id)}
            onContextMenu={(event) => event.preventDefault()}
          >
            <span className="line-clamp-2 max-w-full text-center text-[clamp(11px,16cqi,14px)] leading-4 font-semi hyphens-auto wrap-anywhere">
              {name || t('capture:pages.nameless', { number: at + 1 })}
            </span>
            {on.length > 0 ? (
              <span className="vh">{t('capture:pages.running', { names: on.map((one) => one.name).join(', ') })}</span>
            ) : null}
            {on.length > 0 ? <span className="absolute inset-x-0 top-0 h-1.5 bg-(--c,var(--text-3))" aria-hidden="true" /> : null}
          </button>
        );
      })}
    </div>
  );
}
