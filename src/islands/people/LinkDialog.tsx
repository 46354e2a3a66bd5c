import { useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { CopyField } from '../ui/CopyField.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { StatusLamp } from '../ui/StatusLamp.tsx';

/** A link that no mail brings to the invited person. */
export interface Handed {
  email: string;
  link: string;
}

/** Says that somebody has to hand the link over, and that it is seen only now. */
export function HandOver() {
  const t = useT();
  return (
    <p className="note late">
      <StatusLamp kind="late" />
      <span>{t('people:invitations.by_hand_help')}</span>
    </p>
  );
}

/** The link at the only moment when it can be seen. */
export function LinkDialog({ email, link, onClose }: Handed & { onClose: () => void }) {
  const t = useT();
  return (
    <Dialog
      title={t('people:invitations.link_title')}
      isOpen
      dismissable={false}
      onClose={onClose}
      footer={
        <Button variant="primary" onPress={onClose}>
          {t('people:invite.done')}
        </Button>
      }
    >
      <div className="stack">
        <HandOver />
        <CopyField label={email} text={link} />
      </div>
    </Dialog>
  );
}
