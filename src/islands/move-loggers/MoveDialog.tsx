import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { hasMismatch, type MoveStore } from '../../lib/client/logger-types/move.store.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { MovedChannels } from './MovedChannels.tsx';

/** What a way of reading would make of loggers' newest messages, before they are read by it. */
export default function MoveDialog({
  create,
  words,
  onClose,
}: {
  create: () => MoveStore;
  words: { title: string; text: string; mismatch: string; submit: string };
  onClose: () => void;
}) {
  const t = useT();
  const [store] = useState(create);
  useStarted(store);
  const state = useStore(store.$state);
  const preview = state.status === 'ready' ? state.preview : null;
  const mismatch = preview !== null && hasMismatch(preview);
  return (
    <Dialog
      title={words.title}
      size="lg"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button
            variant="primary"
            isDisabled={preview === null || mismatch}
            isPending={state.status === 'ready' && state.moving}
            onPress={() => void store.move().then((done) => done && onClose())}
          >
            {words.submit}
          </Button>
        </>
      }
    >
      <p className="soft">{words.text}</p>
      {state.status === 'loading' ? <div className="min-h-40" aria-busy="true" /> : null}
      {state.status === 'error' ? (
        <p className="text-alarm-text" role="alert">
          {t(`errors:${state.code}`)}
        </p>
      ) : null}
      {mismatch ? (
        <p className="text-alarm-text" role="alert">
          {words.mismatch}
        </p>
      ) : null}
      {preview ? <MovedChannels of={preview} /> : null}
    </Dialog>
  );
}
