import { Search } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { Menu as AriaMenu, Autocomplete, Input, Popover, SearchField } from 'react-aria-components';
import { useT } from '../../lib/i18n/react.tsx';
import { Icon } from '../ui/Icon.tsx';
import { LIST, POP } from '../ui/menu-looks.ts';
import { useMedia } from './hooks.ts';
import { PlaceGroups, type PlaceGroupsProps } from './PlaceGroups.tsx';
import { filterPlaces } from './places.ts';

export interface PlaceOverlay {
  id: string;
  trigger: RefObject<HTMLElement | null>;
  triggerId: string;
  onClose: () => void;
}

interface PlaceSearchProps extends PlaceOverlay {
  /** What is searched for; also the name of the box. */
  label: string;
  text: string;
  onText: (text: string) => void;
  /** Stands below the list: that it is loading, that there is more, that it can't be had. */
  note?: ReactNode;
  busy?: boolean;
  children: ReactNode;
}

/** A box to search in over a menu: the arrows walk the menu while the box has the keyboard. */
export function PlaceSearch({ id, trigger, triggerId, onClose, label, text, onText, note, busy, children }: PlaceSearchProps) {
  const t = useT();
  const scroller = useRef<HTMLElement>(null);
  // The keyboard of a tablet would cover the list before anybody wants to write.
  const finger = useMedia('(pointer: coarse)');
  return (
    <Popover
      className={`${POP} flex w-[min(320px,100vw-16px)] flex-col`}
      triggerRef={trigger}
      scrollRef={scroller}
      placement="bottom start"
      offset={4}
      aria-labelledby={triggerId}
      isOpen
      onOpenChange={(open) => !open && onClose()}
    >
      {/* Another list is another box: this one would go on pointing at a line that is gone. */}
      <Autocomplete key={label} inputValue={text} onInputChange={onText}>
        <SearchField
          className="input sm search-field m-2 mb-1 w-auto max-w-none min-w-0 flex-none [&_input::-webkit-search-cancel-button]:hidden"
          aria-label={label}
          autoFocus={!finger}
        >
          <Icon of={Search} />
          <Input placeholder={label} autoComplete="off" />
        </SearchField>
        <section
          className="min-h-0 max-h-105 overflow-auto outline-0 focus-visible:shadow-inside"
          ref={scroller}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the menu never has the keyboard, so its scroller is what is scrolled by keys
          tabIndex={0}
          aria-label={t('ui:shell.workspace.label')}
        >
          <AriaMenu
            className={LIST}
            id={id}
            aria-label={t('ui:shell.workspace.label')}
            aria-busy={busy}
            onClose={onClose}
            renderEmptyState={() =>
              note ? null : <span className="pt-1.5 px-3 pb-2.5 text-ink-3">{t('ui:shell.workspace.nothing')}</span>
            }
          >
            {children}
          </AriaMenu>
        </section>
      </Autocomplete>
      {note}
    </Popover>
  );
}

/** The places of somebody who has many. */
export function OwnPlaces({ profile, prefs, groups, ...overlay }: Omit<PlaceGroupsProps, 'visited'> & PlaceOverlay) {
  const t = useT();
  const [text, setText] = useState('');
  return (
    <PlaceSearch label={t('ui:shell.workspace.filter')} text={text} onText={setText} {...overlay}>
      <PlaceGroups profile={profile} prefs={prefs} groups={filterPlaces(groups, text)} />
    </PlaceSearch>
  );
}
