import { X } from 'lucide-react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useT } from '../../lib/i18n/react.tsx';
import type { DialogProps } from './Dialog.tsx';
import { IconButton } from './IconButton.tsx';

/** The open window. Only `Dialog.tsx` asks for this module, when the first one opens. */
export default function DialogWindow({ title, onClose, size = 'md', footer, dismissable = true, children }: DialogProps) {
  const t = useT();
  return (
    <ModalOverlay className="veil" isOpen onOpenChange={(open) => !open && onClose()} isDismissable={dismissable}>
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
