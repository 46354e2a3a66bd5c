import { Undo2 } from 'lucide-react';
import { type MarkActs, otherMark } from '../../lib/client/marks/marks.store.ts';
import type { Mark } from '../../lib/contract/marks.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';
import { useMarkWords } from './mark-words.ts';

/** Takes a mark back, or lets it hold again; the note that says so undoes it. */
export function Turn({ row, turn: turned }: { row: Mark; turn: MarkActs['turn'] }) {
  const t = useT();
  const { what, time } = useMarkWords();
  const name = `${row.channel_name}, ${what(row)}, ${time(row)}`;
  const isRevoked = row.revoked_at !== null;
  const turn = async (mark: Mark, revoked: boolean) => {
    try {
      const now = await turned(mark, revoked);
      toast({
        text: t(revoked ? 'marks:taken_back' : 'marks:restored', { what: what(mark), name: mark.channel_name }),
        action: { text: t('marks:undo'), run: () => void turn(now, !revoked) },
      });
    } catch (error) {
      const other = otherMark(error);
      toast({
        kind: 'alarm',
        text: other
          ? t('marks:form.other', { what: what(other), time: time(other), reason: other.reason })
          : t(`errors:${failureOf(error).code}`),
      });
    }
  };
  return (
    <Button
      size="sm"
      {...(isRevoked ? {} : { icon: Undo2 })}
      aria-label={t(isRevoked ? 'marks:restore_name' : 'marks:take_back_name', { name })}
      onPress={() => void turn(row, !isRevoked)}
    >
      {t(isRevoked ? 'marks:restore' : 'marks:take_back')}
    </Button>
  );
}
