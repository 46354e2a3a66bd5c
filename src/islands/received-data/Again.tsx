import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { ReparseOf } from '../../lib/client/received-data/reparse.store.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { opensDialog } from '../ui/Dialog.tsx';

const Reparse = part(() => import('./Reparse.tsx'));

/** Opens the dialog that reads messages again; which ones is asked when it is pressed. */
export function Again({
  organization,
  of,
  logger,
  size,
  onDone,
}: {
  organization: string;
  of: () => ReparseOf;
  /** Whose messages, where they are more than one. */
  logger?: string | undefined;
  size?: 'sm';
  onDone?: () => void;
}) {
  const t = useT();
  const [opened, setOpened] = useState<ReparseOf | null>(null);
  const close = () => {
    setOpened(null);
    onDone?.();
  };
  return (
    <>
      <Button icon={RefreshCw} {...(size ? { size } : {})} onPress={() => setOpened(of())} {...opensDialog(Reparse)}>
        {t('received-data:again.action')}
      </Button>
      {opened ? (
        <Boundary instead={null} onFailure={() => setOpened(null)}>
          <Reparse organization={organization} of={opened} logger={logger} onClose={close} />
        </Boundary>
      ) : null}
    </>
  );
}
