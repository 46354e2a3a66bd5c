import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import type { StoredFile } from '../../lib/contract/files.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { fileAddress } from './address.ts';
import type { FileActions } from './FileMenu.tsx';
import { Picture } from './Picture.tsx';

interface LightboxProps {
  rows: readonly StoredFile[];
  organization: string;
  actions: FileActions;
  /** Id of the photo that is shown. */
  shown: string;
  onShow: (id: string) => void;
  onClose: () => void;
}

/** One photo over the whole window; arrow keys go on, Escape goes back. */
export default function Lightbox({ rows, organization, actions, shown, onShow, onClose }: LightboxProps) {
  const t = useT();
  const at = rows.findIndex(({ id }) => id === shown);
  const row = rows[at];
  const address = (one: StoredFile) => fileAddress(organization, one.id, { size: 'medium' });
  const go = (step: number) => {
    const next = rows[at + step];
    if (next) onShow(next.id);
  };
  const latest = useRef({ go, onClose });
  useEffect(() => {
    latest.current = { go, onClose };
  });
  useEffect(() => {
    const pressed = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowLeft') latest.current.go(-1);
      if (key === 'ArrowRight') latest.current.go(1);
      // The window hears it only while the focus is inside.
      if (key === 'Escape') latest.current.onClose();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
  const neighbours = [rows[at - 1], rows[at + 1]].flatMap((one) => (one ? [address(one)] : [])).join(' ');
  useEffect(() => {
    // So that the next one is there when it is asked for.
    for (const src of neighbours.split(' ').filter(Boolean)) new Image().src = src;
  }, [neighbours]);
  // Taken away by somebody else meanwhile.
  useEffect(() => {
    if (!row) onClose();
  });
  if (!row) return null;
  return (
    <ModalOverlay className="lightbox fixed inset-0 z-60 bg-[#0c1110f2]" isOpen isDismissable onOpenChange={(open) => !open && onClose()}>
      <Modal className="w-full h-full [outline:none]">
        <Dialog
          className="grid size-full grid-rows-[auto_minmax(0,1fr)] text-[#e9eeec] outline-0 [&_.btn]:text-inherit"
          aria-label={t('files:lightbox.label', { name: row.name })}
        >
          <div className="flex items-center justify-between gap-4 min-h-[var(--bar)] px-4">
            <span className="one-line">{row.name}</span>
            <span className="row">
              <small aria-live="polite">{t('files:lightbox.position', { at: at + 1, count: rows.length })}</small>
              <IconButton icon={Download} label={t('files:download_name', { name: row.name })} onPress={() => void actions.download(row)} />
              <IconButton icon={X} label={t('ui:close')} onPress={onClose} />
            </span>
          </div>
          <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2 min-h-0 pt-0 px-2 pb-4">
            <IconButton icon={ChevronLeft} label={t('files:lightbox.previous')} isDisabled={at === 0} onPress={() => go(-1)} />
            <span className="grid size-full min-h-0 place-items-center [&>img]:max-h-full [&>img]:min-h-0 [&>img]:max-w-full [&>img]:object-contain">
              <Picture key={row.id} src={address(row)} alt={row.name} eager />
            </span>
            <IconButton icon={ChevronRight} label={t('files:lightbox.next')} isDisabled={at === rows.length - 1} onPress={() => go(1)} />
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
