import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useT } from '../../lib/i18n/react.tsx';
import { IconButton } from './IconButton.tsx';

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
export function Dialog({ title, isOpen, onClose, size = 'md', footer, dismissable = true, children }: DialogProps) {
  const t = useT();
  return (
    <ModalOverlay className="veil" isOpen={isOpen} onOpenChange={(open) => !open && onClose()} isDismissable={dismissable}>
      <Modal className={`modal ${size}`}>
        <AriaDialog className="dialog">
          {/* A <header> would be a banner of the whole page here, beside that of the shell. */}
          <div className="dialog-head">
            <Heading slot="title" className="dialog-title">
              {title}
            </Heading>
            <IconButton icon={X} label={t('ui:close')} size="sm" onPress={onClose} />
          </div>
          <div className="body">{children}</div>
          {footer ? <footer>{footer}</footer> : null}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
