import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button as AriaButton } from '#button';
import type { Profile } from '../../lib/contract/auth.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Boundary } from '../ui/Boundary.tsx';
import { Icon } from '../ui/Icon.tsx';
import { late } from '../ui/late.ts';
import { useMounted } from '../ui/useMounted.ts';
import { openHelp } from './HelpButton.tsx';

const palette = late(() => import('./Palette.tsx'));

/** What came before the palette's field had the focus: a text, and whether Enter was pressed after it. */
export interface Typed {
  text: string;
  isEntered: boolean;
}
const NOTHING_TYPED: Typed = { text: '', isEntered: false };

const WRITTEN_IN = 'input, textarea, select, [contenteditable], [role=textbox], [role=dialog]';
const isMac = () => /Mac|iP(hone|ad)/.test(navigator.platform);

/** The filter of the page's list, where it has one. */
function focusFilter(): boolean {
  const filter = document.querySelector<HTMLInputElement>('#content input[type=search]');
  filter?.focus();
  filter?.select();
  return filter !== null;
}

/**
 * The way to everything by its name: a button, Ctrl or ⌘ with K from anywhere; `/` leads to the filter of the page, `?` opens its help. What is
 * written before the palette's field has the focus is kept for it.
 */
export function SearchButton({ profile, organization }: { profile: Profile; organization: string }) {
  const t = useT();
  const mounted = useMounted();
  const [open, setOpen] = useState(false);
  const [here, setHere] = useState(false);
  /** From the wish for the palette until its field has the focus. */
  const waiting = useRef<Typed | null>(null);
  const close = () => {
    waiting.current = null;
    setOpen(false);
  };
  const show = () => {
    if (!open) waiting.current = NOTHING_TYPED;
    setOpen(true);
    if (palette.now()) return setHere(true);
    palette.load().then(
      () => setHere(true),
      (error) => {
        close();
        throw error;
      },
    );
  };
  const takeTyped = () => {
    const typed = waiting.current;
    waiting.current = null;
    return typed;
  };
  const latest = useRef({ show, close });
  latest.current = { show, close };

  useEffect(() => {
    function pressed(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.isComposing) return;
      const { key, target } = event;
      const command = event.ctrlKey || event.metaKey;
      if (command && !event.altKey && !event.shiftKey && key.toLowerCase() === 'k') {
        event.preventDefault();
        latest.current.show();
      } else if (waiting.current !== null) {
        const { text } = waiting.current;
        if (key === 'Escape') latest.current.close();
        else if (key === 'Enter') waiting.current = { text, isEntered: true };
        // What is written after it takes it back: the first line would be another one.
        else if (key === 'Backspace') waiting.current = { text: text.slice(0, -1), isEntered: false };
        else if (key.length === 1 && !command) waiting.current = { text: text + key, isEntered: false };
        else return;
        event.preventDefault();
      } else if (!command && !event.altKey && !(target instanceof Element && target.closest(WRITTEN_IN))) {
        if (key === '/' && focusFilter()) event.preventDefault();
        if (key === '?') openHelp();
      }
    }
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);

  const shown = here && open ? palette.now() : null;
  return (
    <>
      <AriaButton
        className="tool border border-line px-2.5 phone:border-0 phone:px-2"
        aria-haspopup="dialog"
        data-palette={mounted ? 'here' : ''}
        onHoverStart={palette.preload}
        onFocus={palette.preload}
        onPress={show}
      >
        <Icon of={Search} />
        <span className="half:sr-only">{t('ui:search.button')}</span>
        <span className="min-w-9 text-right font-sans text-11 text-ink-3 half:hidden" aria-hidden="true">
          {mounted && isMac() ? '⌘ K' : 'Ctrl K'}
        </span>
      </AriaButton>
      {shown ? (
        <Boundary instead={null} onFailure={close}>
          <shown.Palette profile={profile} organization={organization} takeTyped={takeTyped} onHelp={openHelp} onClose={close} />
        </Boundary>
      ) : null}
    </>
  );
}
