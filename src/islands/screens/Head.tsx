import { useStore } from '@nanostores/react';
import { Pencil, Timer } from 'lucide-react';
import { useState } from 'react';
import type { ScreenStore } from '../../lib/client/screens/screen.store.ts';
import { type Screen, updateScreen } from '../../lib/contract/screens.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useRowForm } from '../ui/form/useRowForm.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Tag } from '../ui/Tag.tsx';
import { toast } from '../ui/toasts.ts';
import { Saved } from './Saved.tsx';

interface HeadProps {
  context: PageContext;
  store: ScreenStore;
  row: Screen;
  canWrite: boolean;
  onPublish: () => void;
  publishing: boolean;
  onConflict: () => void;
}

/** Which screen it is, how far it is published, and the way to capture with it. */
export function Head({ context, store, row, canWrite, onPublish, publishing, onConflict }: HeadProps) {
  const t = useT();
  const locale = useLocale();
  const [naming, setNaming] = useState(false);
  const saving = useStore(store.$saving);
  const changed = row.version !== null && (row.has_changes || saving.status !== 'saved');
  return (
    <PageHead
      crumbs={[{ text: t('screens:title'), href: href('/tm/screens', null, locale) }]}
      title={
        naming ? (
          <>
            <span className="vh">{row.name}</span>
            <Naming store={store} row={row} onClose={() => setNaming(false)} />
          </>
        ) : canWrite ? (
          <button
            type="button"
            className="-ml-1 inline-flex items-center gap-2 rounded-1 px-1 wrap-anywhere hover:bg-hover"
            aria-label={t('screens:rename', { name: row.name })}
            onClick={() => setNaming(true)}
          >
            {row.name}
            <Icon of={Pencil} size={14} className="text-ink-3" />
          </button>
        ) : (
          row.name
        )
      }
      status={
        <>
          <span className="soft">{t(`screens:method.${row.method}`)}</span>
          {row.machine_name === null ? null : <span className="muted">{row.machine_name}</span>}
          <Tag>
            {row.version === null
              ? t('screens:version.none')
              : `${t('screens:version.number', { number: row.version })}${changed ? ` · ${t('screens:version.changes')}` : ''}`}
          </Tag>
          {canWrite ? <Saved store={store} onConflict={onConflict} /> : null}
        </>
      }
      actions={
        <>
          {row.version !== null && context.can('tm:capture', row.workspace_id) ? (
            <ButtonLink icon={Timer} href="#capture">
              {t('screens:capture')}
            </ButtonLink>
          ) : null}
          {canWrite ? (
            <Button variant="primary" isPending={publishing} onPress={onPublish}>
              {t('screens:publish')}
            </Button>
          ) : null}
        </>
      }
    />
  );
}

type NameValues = { name: string };
const nameOf = ({ name }: Screen): NameValues => ({ name });
const schema = { safeParse: (values: unknown) => updateScreen.body.safeParse({ ...(values as NameValues), rev: 0 }) };

/** The name, changed where it stands. */
function Naming({ store, row, onClose }: { store: ScreenStore; row: Screen; onClose: () => void }) {
  const t = useT();
  const { form, dirty, conflict } = useRowForm<Screen, NameValues>({
    row,
    valuesOf: nameOf,
    schema,
    rules: { name: 'required|max:200' },
    texts: ['name'],
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
          if (event.key === 'Escape') onClose();
        }}
      />
      {conflict}
    </form>
  );
}
