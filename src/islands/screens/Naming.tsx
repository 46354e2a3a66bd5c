import type { ScreenStore } from '../../lib/client/screens/screen.store.ts';
import { type Screen, updateScreen } from '../../lib/contract/screens.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useRowForm } from '../ui/form/useRowForm.tsx';
import { toast } from '../ui/toasts.ts';

type NameValues = { name: string };
const nameOf = ({ name }: Screen): NameValues => ({ name });
const schema = { safeParse: (values: unknown) => updateScreen.body.safeParse({ ...(values as NameValues), rev: 0 }) };

/** The name, changed where it stands. */
export default function Naming({ store, row, onClose }: { store: ScreenStore; row: Screen; onClose: () => void }) {
  const t = useT();
  const { form, dirty, conflict } = useRowForm<Screen, NameValues>({
    row,
    valuesOf: nameOf,
    schema,
    rules: { name: 'required|max:200' },
    texts: ['name'],
    draft: 'name',
    label: () => t('screens:field.name'),
    save: (rev, patch) => store.save(rev, { ...(patch.name ? { name: patch.name } : {}) }),
    onSaved: (saved) => {
      toast({ text: t('screens:renamed', { name: saved.name }) });
      onClose();
    },
  });
  return (
    <form className="w-[min(420px,70vw)]" {...form.props}>
      <TextField
        {...form.field('name')}
        bare
        label={t('screens:field.name')}
        maxLength={200}
        autoFocus
        autoComplete="off"
        onFocus={(event) => event.currentTarget.select()}
        onCommit={() => {
          if (dirty) void form.submit();
          else onClose();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          form.reset();
          onClose();
        }}
      />
      <DraftNote form={form} />
      {conflict}
    </form>
  );
}
