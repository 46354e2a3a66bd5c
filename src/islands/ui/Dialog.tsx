import type { ReactNode } from 'react';
import { Boundary, part } from './Boundary.tsx';
import type { Late } from './late.ts';

const DialogWindow = part(() => import('./DialogWindow.tsx'));

/**
 * For a button that opens a dialog whose scripts are late: they are asked for when the button is pointed at, reached by keys or touched, so that
 * the dialog is there with the press and no letter is lost.
 */
export function opensDialog(...parts: readonly Pick<Late<unknown>, 'preload'>[]) {
  const ask = () => {
    for (const one of [DialogWindow, ...parts]) one.preload();
  };
  return { onHoverStart: ask, onFocus: ask, onPressStart: ask };
}

export interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  size?: 'sm' | 'md' | 'lg';
  /** Buttons, the main one last. */
  footer?: ReactNode;
  /** `false` where a stray click must not lose something, such as a token shown once. */
  dismissable?: boolean;
  children: ReactNode;
}

/** A window over the page; on phones a sheet from the lower edge. */
export function Dialog(props: DialogProps) {
  if (!props.isOpen) return null;
  // There is no place in the page where its failure could stand; the page itself says that a part of it is missing.
  return (
    <Boundary instead={null} onFailure={props.onClose}>
      <DialogWindow {...props} />
    </Boundary>
  );
}
