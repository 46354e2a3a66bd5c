import type { ReactNode } from 'react';
import { Boundary, part } from './Boundary.tsx';

const DialogWindow = part(() => import('./DialogWindow.tsx'));

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
