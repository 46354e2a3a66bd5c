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
  /**
   * On a phone the buttons stand beside the way here, where nothing else may then, so that state and facts have a line of their own: beside three
   * buttons they would end after two of them.
   */
  raised?: boolean;
  /** No rule below: something that belongs to the head follows, such as filters or tabs. */
  bare?: boolean;
}

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
export function PageHead({ crumbs, title, mark, note, status, facts, links, actions, raised, bare }: PageHeadProps) {
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
    <header className={`page-head ${edges} ${rule}`}>
      {led ? (
        <div className={`head-line slim:gap-4 ${raised ? 'slim:h-11 slim:flex-1 slim:basis-0' : 'slim:h-7 slim:basis-full'}`}>
          <nav className="head-way" aria-label={t('ui:crumbs')}>
            <ol className="flex flex-wrap gap-x-1.5 gap-y-0.5 slim:flex-nowrap">
              {crumbs.map((crumb, index) => (
                <li key={crumb.href} className="flex items-center gap-1.5">
                  {index > 0 ? <Icon of={ChevronRight} size={14} /> : null}
                  <a href={crumb.href}>{crumb.text}</a>
                </li>
              ))}
            </ol>
          </nav>
          {links}
        </div>
      ) : null}
      {/* Name and state keep to the left of the buttons, which don't leave their line where both have room. */}
      <div className={led ? 'head-about' : 'contents'}>
        <div
          className={`head-name ${led ? `min-h-9 pointer-coarse:min-[641px]:min-h-11 slim:basis-full ${raised ? 'slim:order-1' : ''}` : 'slim:min-h-11 slim:flex-1 slim:basis-0'}`}
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
            className={`head-line slim:gap-3 ${raised ? 'slim:min-h-9' : 'slim:min-h-10'} ${led && !raised ? 'slim:flex-1' : 'slim:order-1 slim:basis-full'}`}
          >
            {status ? <div className={led ? 'head-state head-short' : 'head-state head-counts'}>{status}</div> : null}
            {facts?.length ? (
              <dl className="facts">
                {facts.map((group, index) =>
                  group.map((fact, at) => (
                    <div key={fact.name} className={index > 0 && at === 0 ? 'border-l border-line-2 pl-6 slim:pl-4' : undefined}>
                      <dt>{fact.name}</dt>
                      <dd>{fact.value}</dd>
                    </div>
                  )),
                )}
              </dl>
            ) : null}
          </div>
        ) : null}
      </div>
      {actions ? (
        <div className={`head-actions ${led ? 'min-h-9 self-start slim:self-auto' : ''} ${raised ? 'slim:relative slim:top-1' : ''}`}>
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
