import { Archive, ArchiveRestore } from 'lucide-react';
import { auth } from '../../lib/client/auth/browser.ts';
import type { WorkspacePatch, WorkspaceStore } from '../../lib/client/workspaces/workspace.store.ts';
import { updateWorkspace, type Workspace } from '../../lib/contract/workspaces.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { useZones } from '../organizations/choices.ts';
import { FACTS, Fact } from '../organizations/Fact.tsx';
import { managesOrganization } from '../shell/rights.ts';
import type { PageContext } from '../shell/Signed.tsx';
import { Button } from '../ui/Button.tsx';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { FormFailure } from '../ui/form/FormFailure.tsx';
import { SearchSelect } from '../ui/form/SearchSelect.tsx';
import { TextArea } from '../ui/form/TextArea.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useRowForm } from '../ui/form/useRowForm.tsx';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';

await ready('organizations', 'forms', 'validation');

type Values = Record<'name' | 'code' | 'description' | 'time_zone', string>;
const FIELDS = ['name', 'code', 'description', 'time_zone'] as const;
const valuesOf = (row: Workspace): Values => ({
  name: row.name,
  code: row.code ?? '',
  description: row.description,
  time_zone: row.time_zone,
});
const RULES = { name: 'required|max:200', code: 'max:40', description: 'max:2000' };
/** The change as it will be sent. */
const schema = { safeParse: (values: unknown) => updateWorkspace.body.safeParse({ ...(values as Values), rev: 0 }) };
const refreshLinks = () =>
  void auth()
    .fetchUser()
    .catch(() => undefined);

interface Props {
  store: WorkspaceStore;
  row: Workspace;
}

/** Properties of a workspace, and its end. */
export default function Overview({ context, store, row }: Props & { context: PageContext }) {
  const t = useT();
  const archived = row.archived_at !== null;
  const manages = context.can('org:manage', row.id) && !archived;
  return (
    <div className="settings print:pb-0">
      {manages ? (
        <Properties store={store} row={row} />
      ) : (
        <>
          {archived ? null : <p className="note">{t('workspaces:overview.read_only')}</p>}
          <dl className={FACTS}>
            {FIELDS.map((field) => (
              <Fact key={field} name={t(`workspaces:overview.${field}`)}>
                {valuesOf(row)[field] || <span className="muted">–</span>}
              </Fact>
            ))}
          </dl>
        </>
      )}
      {managesOrganization(context) ? <Archiving store={store} row={row} /> : null}
    </div>
  );
}

function Properties({ store, row }: Props) {
  const t = useT();
  const label = (field: keyof Values) => t(`workspaces:overview.${field}`);
  const { form, dirty, discard, conflict } = useRowForm<Workspace, Values>({
    row,
    valuesOf,
    schema,
    rules: RULES,
    draft: `workspace ${row.id}`,
    texts: ['name', 'description', 'time_zone'],
    label,
    save: (rev, patch) => store.save(rev, patch as WorkspacePatch),
    onSaved: () => {
      toast({ text: t('workspaces:overview.saved') });
      // The switcher has its names from the person's links.
      refreshLinks();
    },
  });
  const zones = useZones(form.values.time_zone);
  return (
    <form className="stack" {...form.props} aria-label={t('workspaces:overview.title')}>
      <h2 className="h2">{t('workspaces:overview.title')}</h2>
      <DraftNote form={form} />
      <FormFailure failure={form.failure} />
      <TextField {...form.field('name')} label={label('name')} required autoComplete="off" />
      <div className="grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1">
        <TextField {...form.field('code')} label={label('code')} hint={t('workspaces:overview.code_hint')} autoComplete="off" />
        <SearchSelect
          {...form.field('time_zone')}
          label={label('time_zone')}
          hint={t('workspaces:overview.time_zone_hint')}
          options={zones}
          nothing={t('organizations:general.nothing')}
        />
      </div>
      <TextArea {...form.field('description')} label={label('description')} rows={4} />
      <div className="row">
        <Button variant="primary" type="submit" isDisabled={!dirty} isPending={form.busy}>
          {t('workspaces:overview.save')}
        </Button>
        {dirty ? (
          <Button variant="ghost" onPress={discard}>
            {t('workspaces:overview.discard')}
          </Button>
        ) : null}
      </div>
      {conflict}
    </form>
  );
}

/** Archiving and bringing back: done at once, taken back from the toast. */
function Archiving({ store, row }: Props) {
  const t = useT();
  const archived = row.archived_at !== null;
  const turn = async (from: Workspace, on: boolean, undo: boolean) => {
    const result = await store.save(from.rev, { archived: on });
    if (result.status === 'saved') {
      const { row: saved } = result;
      if (undo)
        toast({
          text: t(on ? 'workspaces:overview.archived_toast' : 'workspaces:overview.restored_toast', { name: saved.name }),
          action: { text: t('workspaces:overview.undo'), run: () => void turn(saved, !on, false) },
        });
      refreshLinks();
    } else {
      const code = result.status === 'conflict' ? 'stale_rev' : failureOf(result.error).code;
      toast({ kind: 'alarm', text: `${t('workspaces:overview.failed')}: ${t(`errors:${code}`)}` });
    }
  };
  return (
    <section className="grid min-w-0 justify-items-start gap-2">
      <h2 className="h2">{t('workspaces:overview.archive_title')}</h2>
      <p className="soft">{t('workspaces:overview.archive_text')}</p>
      {!archived && row.datalogger_count > 0 ? (
        <p className="note late">{t('workspaces:overview.archive_loggers', { count: row.datalogger_count })}</p>
      ) : null}
      <Button icon={archived ? ArchiveRestore : Archive} onPress={() => void turn(row, !archived, true)}>
        {t(archived ? 'workspaces:overview.restore' : 'workspaces:overview.archive')}
      </Button>
    </section>
  );
}
