import { ChevronRight } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { Icon } from './Icon.tsx';

export interface Fact {
  name: string;
  value: ReactNode;
}

export interface PageHeadProps {
  /** The way here, without the page itself. */
  crumbs?: readonly { text: string; href: string }[];
  title: ReactNode;
  /** Stands beside the title: the star of a favourite. */
  mark?: ReactNode;
  /** How many there are, or another small remark beside the title. */
  note?: ReactNode;
  /** Badges and tags. */
  status?: ReactNode;
  /** Groups of facts, divided by a line. */
  facts?: readonly (readonly Fact[])[];
  /** What it belongs together with, in a line of its own. */
  links?: ReactNode;
  /** Buttons, the main one last. On a phone the others show their icons only. */
  actions?: ReactNode;
  /** No rule below: something that belongs to the head follows, such as filters or tabs. */
  bare?: boolean;
}

// On a phone what doesn't fit into its line is scrolled to; a line that goes on fades at its end.
const LINE =
  'contents slim:flex slim:min-w-0 slim:items-center slim:relative slim:overflow-x-auto slim:pr-6 slim:whitespace-nowrap slim:[mask-image:linear-gradient(90deg,#000_calc(100%-24px),transparent)] slim:[scrollbar-width:none]';

// Many chips of counts have a line of their own, so that the buttons stay beside the name.
const MANY =
  '[@media(641px<=width<=1100px)]:has-[button:nth-of-type(4)]:order-1 [@media(641px<=width<=1100px)]:has-[button:nth-of-type(4)]:basis-full [@media(641px<=width<=1560px)]:has-[button:nth-of-type(7)]:order-1 [@media(641px<=width<=1560px)]:has-[button:nth-of-type(7)]:basis-full';

// Buttons keep their names for screen readers. In the narrowest window the main one shows its icon only, too.
const ICONS =
  'slim:[&_.btn.primary]:px-3 slim:[&_.btn:has(>.i):not(.primary)]:w-(--control-touch) slim:[&_.btn:has(>.i):not(.primary)]:gap-0 slim:[&_.btn:has(>.i):not(.primary)]:px-0 slim:[&_.btn:has(>.i):not(.primary)]:text-[0px] max-[381px]:[&_.btn:has(>.i)]:w-(--control-touch) max-[381px]:[&_.btn:has(>.i)]:gap-0 max-[381px]:[&_.btn:has(>.i)]:px-0 max-[381px]:[&_.btn:has(>.i)]:text-[0px]';

// Beside three buttons a phone has room for a state in two short lines, which are read without being moved.
const TWO_LINES =
  'slim:in-[.page-head:has(.btn+.btn+.btn)]:[&_.st]:max-w-32 slim:in-[.page-head:has(.btn+.btn+.btn)]:[&_.st]:leading-4 slim:in-[.page-head:has(.btn+.btn+.btn)]:[&_.st]:whitespace-normal';

/** Letters that a line of the narrowest phone holds in full size; a longer name has two smaller lines there. */
const SHORT = 18;
/** How a phone shows a name in the head of its page. */
export const nameLook = (name: string): string =>
  name.length > SHORT ? 'slim:line-clamp-2 slim:text-16 slim:leading-5 slim:whitespace-normal' : 'slim:truncate';

/** Letters of a list's name that a phone holds in full size beside two buttons. */
const SHORT_LIST = 11;
const listLook = (name: ReactNode): string =>
  `slim:truncate ${typeof name === 'string' && name.length > SHORT_LIST ? 'slim:in-[.page-head:has(.btn+.btn)]:text-16' : ''}`;

/**
 * The head of every screen: where I am, what it is, how it is, what can be done. On a phone three lines and never more than 120 px: the way
 * here with what belongs together, the name, and the state with the buttons; a list, to which no way leads, has its buttons beside its name.
 */
export function PageHead({ crumbs, title, mark, note, status, facts, links, actions, bare }: PageHeadProps) {
  const t = useT();
  const line = useRef<HTMLDivElement>(null);
  const overflows = useOverflows(line);
  const led = crumbs !== undefined && crumbs.length > 0;
  const look = led && typeof title === 'string' ? nameLook(title) : led ? 'slim:truncate' : listLook(title);
  const rule = bare ? '' : 'border-b border-line-2 in-[.screen:has(.tabbed)]:border-b-0';
  // Buttons don't stand on the rule below them; facts and tabs keep them off it by themselves.
  const below = facts?.length ? 'slim:pb-1.5' : 'pb-2.5 slim:pb-1.5';
  const edges = led
    ? bare
      ? ''
      : `${below} in-[.screen:has(.tabbed)]:pb-0 slim:in-[.screen:has(.tabbed)]:pb-0`
    : 'pt-3 pb-2.5 slim:py-1.5';
  return (
    <header className={`page-head flex flex-wrap items-center gap-x-3 bg-surface px-5 slim:px-4 ${edges} ${rule}`}>
      {led ? (
        <div className={`${LINE} slim:h-7 slim:basis-full slim:gap-4`}>
          <nav
            className="basis-full pt-2.5 pb-0.5 text-12 leading-4.5 text-ink-3 slim:flex-none slim:basis-auto slim:p-0"
            aria-label={t('ui:crumbs')}
          >
            <ol className="flex flex-wrap gap-x-1.5 gap-y-0.5 slim:flex-nowrap">
              {crumbs.map((crumb, index) => (
                <li key={crumb.href} className="flex items-center gap-1.5">
                  {index > 0 ? <Icon of={ChevronRight} size={14} /> : null}
                  <a href={crumb.href} className="rounded-1 hover:text-ink hover:underline pointer-coarse:py-1.25">
                    {crumb.text}
                  </a>
                </li>
              ))}
            </ol>
          </nav>
          {links}
        </div>
      ) : null}
      {/* Name and state keep to the left of the buttons, which don't leave their line where both have room. */}
      <div className={led ? 'flex min-w-0 flex-[1_1_280px] flex-wrap items-center gap-x-3 self-start slim:contents' : 'contents'}>
        <div
          className={`flex max-w-full min-w-0 items-center gap-x-3 slim:gap-x-2 ${led ? 'min-h-9 pointer-coarse:min-[641px]:min-h-11 slim:basis-full' : 'slim:min-h-11 slim:flex-1 slim:basis-0'}`}
        >
          <h1 className={`h1 min-w-0 wrap-anywhere ${look}`} title={typeof title === 'string' ? title : undefined}>
            {title}
          </h1>
          {/* The chips below count too, and a phone has no room for it beside a list's name and its button. */}
          {note === undefined ? null : <span className={led ? 'muted' : 'muted slim:hidden'}>{note}</span>}
          {mark}
        </div>
        {status || facts?.length ? (
          <div
            ref={line}
            {...(overflows ? { tabIndex: 0 } : {})}
            className={`${LINE} slim:min-h-10 slim:gap-3 ${led ? 'slim:flex-1' : 'slim:order-1 slim:basis-full'}`}
          >
            {status ? (
              <div
                className={`flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 slim:flex-none slim:flex-nowrap ${led ? TWO_LINES : MANY}`}
              >
                {status}
              </div>
            ) : null}
            {facts?.length ? (
              <dl className="facts order-2 flex basis-full flex-wrap gap-x-6 gap-y-2 pt-1.5 pb-2.5 slim:order-none slim:flex-none slim:basis-auto slim:flex-nowrap slim:gap-x-4 slim:p-0">
                {facts.map((group, index) =>
                  group.map((fact, at) => (
                    <div
                      key={fact.name}
                      className={`grid leading-4.5 ${index > 0 && at === 0 ? 'border-l border-line-2 pl-6 slim:pl-4' : ''}`}
                    >
                      <dt className="text-11 leading-4 text-ink-3">{fact.name}</dt>
                      <dd className="text-14 leading-5 font-medium">{fact.value}</dd>
                    </div>
                  )),
                )}
              </dl>
            ) : null}
          </div>
        ) : null}
      </div>
      {actions ? (
        <div
          className={`ml-auto flex flex-wrap items-center gap-x-3 gap-y-2 slim:flex-none slim:flex-nowrap slim:gap-x-2 ${led ? 'min-h-9 self-start slim:self-auto' : ''} ${ICONS}`}
        >
          {actions}
        </div>
      ) : null}
    </header>
  );
}

/** Is there more in the line than fits? Then it is scrolled, by the arrow keys too, for which it has to take the focus. */
function useOverflows(line: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = line.current;
    if (!element) return;
    const measure = () => setOverflows(element.scrollWidth > element.clientWidth);
    measure();
    // What stands in it changes by itself too, such as a state that is saved.
    const observer = new ResizeObserver(measure);
    for (const one of [element, ...element.children]) observer.observe(one);
    return () => observer.disconnect();
  });
  return overflows;
}
