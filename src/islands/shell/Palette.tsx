import { useStore } from '@nanostores/react';
import {
  CircleUser,
  ClipboardList,
  CornerDownLeft,
  Factory,
  FileText,
  LayoutGrid,
  RadioReceiver,
  Search,
  SquareChevronRight,
  Timer,
} from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import {
  Dialog as AriaDialog,
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  Autocomplete,
  Input,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components';
import { navigateTo } from '../../lib/client/kernel/navigate.ts';
import { createSearch } from '../../lib/client/search/search.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import { browserVisits } from '../../lib/client/session/visits.ts';
import { LOCALE_COOKIE } from '../../lib/constants.ts';
import type { Profile } from '../../lib/contract/auth.ts';
import { noonOf } from '../../lib/domain/time/wall-clock.ts';
import { switchLocale } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { type Glyph, Icon } from '../ui/Icon.tsx';
import { Section } from '../ui/MenuParts.tsx';
import { ITEM } from '../ui/menu-looks.ts';
import { useStarted } from '../ui/useStarted.ts';
import { colorMode } from './color.ts';
import { type Deed, type Group, type Line, paletteGroups } from './palette-lines.ts';
import { ROUTE_ICONS } from './route-icons.ts';
import type { Typed } from './SearchButton.tsx';
import { choosePlace, keepCookie } from './session.ts';
import { useTimeZone } from './zone.ts';

await ready('search', 'routes');

/** Of what the server found. */
const ENTITY_ICONS: Partial<Record<Group['id'], Glyph>> = {
  commands: SquareChevronRight,
  dataloggers: RadioReceiver,
  machines: Factory,
  measurements: Timer,
  people: CircleUser,
  screens: LayoutGrid,
  operations: ClipboardList,
};
const iconOf = (group: Group['id'], { route }: Line): Glyph =>
  ENTITY_ICONS[group] ?? (route === undefined ? undefined : ROUTE_ICONS[route]) ?? FileText;

interface PaletteProps {
  profile: Profile;
  organization: string;
  /** What was typed before the field had the focus, once: from then on the field hears it itself. */
  takeTyped: () => Typed | null;
  onHelp: () => void;
  onClose: () => void;
}

/** Everything by its name: what was opened last, pages, commands, and what the organisation has. */
export function Palette({ profile, organization, takeTyped, onHelp, onClose }: PaletteProps) {
  const t = useT();
  const locale = useLocale();
  const format = useFormat();
  const zone = useTimeZone();
  const [text, setText] = useState('');
  const [store] = useState(() => createSearch(browserDeps(organization)));
  const [visits] = useState(() => browserVisits().read(profile.id, organization));
  useStarted(store);
  const state = useStore(store.$state);
  /** Enter was pressed before there was a line to take. */
  const [isEntered, setEntered] = useState(false);
  const change = (next: string) => {
    // The field also tells of the text that it was given.
    if (next !== text) setEntered(false);
    setText(next);
    store.type(next);
  };
  const takeOver = () => {
    const typed = takeTyped();
    if (!typed?.text && !typed?.isEntered) return;
    setText(typed.text);
    setEntered(typed.isEntered);
    store.type(typed.text);
  };
  const hits = 'hits' in state ? state.hits : [];
  const groups = paletteGroups(text, hits, { t, locale, profile, organization, visits }, (day) => format.date(noonOf(day, zone)));

  function does(deed: Deed): void {
    onClose();
    if ('color' in deed) colorMode().set(deed.color);
    else if ('workspace' in deed) choosePlace(profile, organization, deed.workspace);
    else if ('help' in deed) onHelp();
    // Once the palette is gone.
    else if ('print' in deed) setTimeout(() => window.print());
    else {
      keepCookie(LOCALE_COOKIE, deed.language);
      navigateTo(switchLocale(location.pathname + location.search + location.hash, deed.language));
    }
  }
  function take({ deed, href }: Line): void {
    if (deed) does(deed);
    else if (href) {
      onClose();
      navigateTo(href);
    }
  }
  // What matches here stands above what the server finds: the first line stays the first.
  const first = groups[0]?.lines[0];
  useEffect(() => {
    if (!isEntered || (!first && state.status === 'loading')) return;
    setEntered(false);
    if (first) take(first);
  });
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    }
    // Enter takes the first line where none is chosen by the arrows.
    if (event.key === 'Enter' && !(event.target as Element).getAttribute('aria-activedescendant')) {
      event.preventDefault();
      setEntered(true);
    }
  };

  return (
    <ModalOverlay
      className="veil fixed inset-0 z-50 grid grid-rows-1 items-start justify-items-center bg-veil px-4 py-[10vh] grid-cols-1 data-entering:animate-veil slim:p-0"
      isOpen
      onOpenChange={(open) => !open && onClose()}
      isDismissable
    >
      <Modal className="flex max-h-full w-full max-w-160 outline-0 focus-visible:shadow-none data-entering:animate-rise slim:h-full slim:max-w-none">
        <AriaDialog
          aria-label={t('ui:search.label')}
          className="flex min-h-0 w-full flex-col overflow-hidden rounded-3 bg-raised shadow-3 outline-0 focus-visible:shadow-3 slim:rounded-none"
        >
          <div className="contents" onKeyDownCapture={keys}>
            <Autocomplete inputValue={text} onInputChange={change}>
              <SearchField
                className="flex flex-none items-center gap-2.5 border-b border-line px-4 slim:px-3 [&_input::-webkit-search-cancel-button]:hidden"
                aria-label={t('ui:search.label')}
                autoFocus
              >
                <Icon of={Search} className="text-ink-3" />
                <Input
                  className="h-12 min-w-0 flex-1 border-0 bg-transparent text-16 text-ellipsis outline-0 focus-visible:shadow-none"
                  onFocus={takeOver}
                  placeholder={t('search:placeholder')}
                  autoComplete="off"
                  spellCheck={false}
                />
                <button type="button" className="btn ghost sm hidden slim:inline-flex" onClick={onClose}>
                  {t('ui:close')}
                </button>
              </SearchField>
              <div className="min-h-0 flex-1 overflow-auto p-1">
                <AriaMenu
                  className="outline-0 focus-visible:shadow-none"
                  aria-label={t('ui:search.label')}
                  aria-busy={state.status === 'loading'}
                  onClose={onClose}
                  renderEmptyState={() => <Nothing status={state.status} />}
                >
                  {groups.map((group) => (
                    <Section key={group.id} title={group.title}>
                      {group.lines.map((line) => (
                        <Choice key={line.id} group={group.id} line={line} onDeed={does} />
                      ))}
                    </Section>
                  ))}
                </AriaMenu>
                {state.status === 'error' ? (
                  <div className="p-3">
                    <ErrorState error={state.code} onRetry={store.again} />
                  </div>
                ) : null}
              </div>
            </Autocomplete>
          </div>
          <Hints />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

function Choice({ group, line, onDeed }: { group: Group['id']; line: Line; onDeed: (deed: Deed) => void }) {
  const { deed } = line;
  return (
    <AriaMenuItem
      id={`${group} ${line.id}`}
      className={`${ITEM} min-h-9 text-ink`}
      textValue={line.name}
      {...(line.href ? { href: line.href } : {})}
      {...(deed ? { onAction: () => onDeed(deed) } : {})}
    >
      <Icon of={iconOf(group, line)} className="flex-none text-ink-3" />
      <span className="min-w-0 truncate">{line.name}</span>
      <span className="ml-auto min-w-0 flex-[0_1_auto] truncate pl-3 text-12 text-ink-3">{line.details.join(' · ')}</span>
    </AriaMenuItem>
  );
}

function Nothing({ status }: { status: 'loading' | 'ready' | 'error' }) {
  const t = useT();
  if (status === 'error') return null;
  return (
    <p className="px-3 py-6 text-center text-ink-3" role="status">
      {t(status === 'loading' ? 'search:loading' : 'search:nothing')}
    </p>
  );
}

/** The keys of the palette, where there is a keyboard. */
function Hints() {
  const t = useT();
  return (
    <p className="flex gap-4 border-t border-line px-4 py-2 text-11 text-ink-3 pointer-coarse:hidden slim:hidden" aria-hidden="true">
      <span>↑ ↓ {t('search:hint.choose')}</span>
      <span className="inline-flex items-center gap-1">
        <Icon of={CornerDownLeft} size={14} /> {t('search:hint.open')}
      </span>
      <span>Esc {t('search:hint.close')}</span>
    </p>
  );
}
