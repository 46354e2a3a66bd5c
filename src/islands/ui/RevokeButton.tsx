import { useStore } from '@nanostores/react';
import { Ban, Undo2 } from 'lucide-react';
import type { SecondThoughts, StepHeard } from '../../lib/client/kernel/second-thoughts.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import { failureOf } from './problem.ts';
import { standingToast, toast } from './toasts.ts';

/** What can be revoked, with time for second thoughts. */
interface RevokingStore {
  $revoking: SecondThoughts['$waiting'];
  revoke(id: string, heard: StepHeard): void;
  keep(id: string): void;
}

interface Words {
  revoke: string;
  /** The same with what it revokes, for who hears the button alone. */
  name: string;
  keep: string;
  /** While there is time. */
  revoking: string;
  /** Before the reason. */
  failed: string;
}

interface Props {
  id: string;
  store: RevokingStore;
  words: Words;
  /** Where there is room for a picture only. */
  narrow?: boolean;
}

/** Revokes after a while in which it can be taken back, here and in a toast. */
export function RevokeButton({ id, store, words, narrow }: Props) {
  const t = useT();
  const revoking = useStore(store.$revoking);
  if (revoking.has(id))
    return narrow ? (
      <IconButton icon={Undo2} size="sm" label={words.keep} onPress={() => store.keep(id)} />
    ) : (
      <Button size="sm" icon={Undo2} onPress={() => store.keep(id)}>
        {words.keep}
      </Button>
    );
  const revoke = () => {
    const over = standingToast({ kind: 'late', text: words.revoking, action: { text: words.keep, run: () => store.keep(id) } });
    store.revoke(id, {
      over,
      failed: (error) => toast({ kind: 'alarm', text: `${words.failed} ${t(`errors:${failureOf(error).code}`)}` }),
    });
  };
  if (narrow) return <IconButton icon={Ban} size="sm" variant="danger" label={words.name} onPress={revoke} />;
  return (
    <Button size="sm" variant="danger" icon={Ban} aria-label={words.name} onPress={revoke}>
      {words.revoke}
    </Button>
  );
}
