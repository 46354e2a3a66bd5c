import { X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useT } from '../../lib/i18n/react.tsx';
import type { DialogProps } from './Dialog.tsx';
import { IconButton } from './IconButton.tsx';

const WIDTH = { sm: 'max-w-100', md: 'max-w-130', lg: 'max-w-190' };

const REACHED = ':is(a[href], button, summary, input, textarea, select, [tabindex]):not(:disabled, [tabindex="-1"])';

const FIELD = ':is(input, textarea, select):not(:disabled, [readonly], [type="hidden"], [hidden], [aria-hidden="true"])';

/** The first focus is where the work is: in the field that asks for it, on the button that copies what is shown, else in the first field. */
function focusFirst(body: HTMLElement | null): void {
  if (!body || body.contains(document.activeElement)) return;
  (body.querySelector<HTMLElement>('.copy button') ?? body.querySelector<HTMLElement>(FIELD))?.focus();
}

/** What had the keyboard before the first of the windows that stand one after another: a form, then what came of it. */
let opener: Element | null = null;

/**
 * A window that takes the place of another one can't give the keyboard back to what opened it: that was in the other one, which is gone. It
 * goes where the first one was opened.
 */
function useWayBack(): void {
  useState(() => {
    const before = document.activeElement;
    if (before !== document.body && !before?.closest('[role=dialog]')) opener = before;
  });
  useEffect(
    () => () => {
      // Behind what react-aria gives back, which it does with the next picture.
      const back = () => document.activeElement === document.body && opener instanceof HTMLElement && opener.focus();
      requestAnimationFrame(() => requestAnimationFrame(back));
    },
    [],
  );
}

/** What is longer than the window and has nothing in it that takes the keyboard takes it itself, so that arrows scroll it. */
function useReach(body: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    const measure = () => {
      const isLong = element.scrollHeight > element.clientHeight && !element.querySelector(REACHED);
      if (isLong) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    };
    const observer = new ResizeObserver(measure);
    for (const one of [element, ...element.children]) observer.observe(one);
    return () => observer.disconnect();
  }, [body]);
}

/** The open window. Only `Dialog.tsx` asks for this module, when the first one opens. */
export default function DialogWindow({ title, onClose, size = 'md', footer, dismissable = true, children }: DialogProps) {
  const t = useT();
  useWayBack();
  const body = useRef<HTMLDivElement>(null);
  useReach(body);
  return (
    <ModalOverlay
      className="veil fixed inset-0 z-50 grid grid-rows-1 place-items-center bg-veil p-4 data-entering:animate-veil slim:items-end slim:justify-items-stretch slim:p-0 slim:pt-8"
      isOpen
      onOpenChange={(open) => !open && onClose()}
      isDismissable={dismissable}
    >
      <Modal
        className={`flex max-h-full w-full ${WIDTH[size]} outline-0 focus-visible:shadow-none data-entering:animate-rise slim:max-w-none slim:self-end slim:data-entering:animate-sheet`}
      >
        <AriaDialog className="flex min-h-0 w-full flex-col overflow-hidden rounded-3 bg-raised shadow-3 outline-0 focus-visible:shadow-3 slim:rounded-b-none slim:pb-[env(safe-area-inset-bottom)]">
          {/* A <header> would be a banner of the whole page here, beside that of the shell. */}
          <div className="flex items-start gap-2 pt-3 pr-3 pb-1 pl-4 pointer-coarse:pt-1 pointer-coarse:pr-1">
            <Heading slot="title" className="flex-1 pt-0.5 text-16 pointer-coarse:pt-2.5 leading-6 font-semi">
              {title}
            </Heading>
            <IconButton icon={X} label={t('ui:close')} size="sm" onPress={onClose} />
          </div>
          <div ref={body} className="min-h-0 overflow-auto focus-visible:shadow-inside">
            <div ref={focusFirst} className="grid content-start gap-4 px-4 pt-1 pb-4 text-ink-2 [&>form]:text-ink">
              {children}
            </div>
          </div>
          {footer ? (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3 slim:[&>.btn]:flex-auto">{footer}</footer>
          ) : null}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
