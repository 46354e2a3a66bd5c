import { useState } from 'react';
import type { ApiKeysStore } from '../../lib/client/people/api-keys.store.ts';
import type { WorkspaceName } from '../../lib/client/workspaces/workspace-names.store.ts';
import { createApiKey, KEY_MAX_DAYS } from '../../lib/contract/api-keys.ts';
import { useT } from '../../lib/i18n/react.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { Button } from '../ui/Button.tsx';
import { CopyField } from '../ui/CopyField.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { StatusLamp } from '../ui/StatusLamp.tsx';
import { type KeyScope, SCOPE_GROUPS, scopeWord } from './scope-words.ts';

const FORM = 'new-key';
/** Days after which a key ends. */
const LIVES = [30, 90, KEY_MAX_DAYS] as const;
const EVERYWHERE = 'organization';

type NewKeyStage = { step: 'form' } | { step: 'token'; name: string; token: string; path: string };

/** What a key with these scopes can try at once. */
function examplePath(organization: string, scopes: readonly KeyScope[]): string {
  const reads = (area: string) => scopes.some((scope) => scope.startsWith(`${area}:`));
  const entity = reads('dlog') ? '/dataloggers' : reads('machines') ? '/machines' : '';
  return `/v1/orgs/${organization}${entity}`;
}

/** A new key; its token is shown once. */
export default function NewKey({
  context,
  store,
  workspaces,
  onClose,
}: {
  context: PageContext;
  store: ApiKeysStore;
  workspaces: readonly WorkspaceName[];
  onClose: () => void;
}) {
  const t = useT();
  const [state, setState] = useState<NewKeyStage>({ step: 'form' });
  const form = useForm({
    initial: { name: '', where: EVERYWHERE, scopes: ['org:read', 'dlog:read'] as readonly KeyScope[], life: '90' },
    rules: { name: 'required|max:200' },
    schema: { safeParse: (values: unknown) => createApiKey.body.safeParse(bodyOf(values as Values)) },
    fieldOf: {},
    draft: `${FORM} ${context.organization}`,
    async onSubmit(values) {
      const { token } = await store.create(bodyOf(values));
      setState({ step: 'token', name: values.name, token, path: examplePath(context.organization, values.scopes) });
    },
  });
  const { scopes } = form.values;
  const turn = (scope: KeyScope, on: boolean) => form.set('scopes', on ? [...scopes, scope] : scopes.filter((one) => one !== scope));
  if (state.step === 'token') return <Shown {...state} onClose={onClose} />;
  return (
    <FormDialog
      title={t('api-keys:new.title')}
      form={form}
      submit={t('api-keys:new.submit')}
      isDisabled={scopes.length === 0}
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        label={t('api-keys:new.name')}
        hint={t('api-keys:new.name_hint')}
        required
        autoFocus
        autoComplete="off"
      />
      <div className="grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1">
        <Select
          {...form.field('where')}
          label={t('api-keys:new.where')}
          options={[{ id: EVERYWHERE, text: t('api-keys:everywhere') }, ...workspaces.map(({ id, name }) => ({ id, text: name }))]}
        />
        <Select
          {...form.field('life')}
          label={t('api-keys:new.life')}
          options={LIVES.map((days) => ({ id: String(days), text: t('api-keys:new.days', { count: days }) }))}
        />
      </div>
      {SCOPE_GROUPS.map(({ area, scopes: list }) => (
        <fieldset key={area} className="grid grid-cols-2 gap-x-4 gap-y-2 slim:grid-cols-1">
          <legend className="mb-1 font-medium">{t(`api-keys:area.${area}`)}</legend>
          {list.map((scope) => (
            <Checkbox key={scope} checked={scopes.includes(scope)} onChange={(on) => turn(scope, on)}>
              {scopeWord(t, scope)}
            </Checkbox>
          ))}
        </fieldset>
      ))}
    </FormDialog>
  );
}

type Values = { name: string; where: string; scopes: readonly KeyScope[]; life: string };
const bodyOf = ({ name, where, scopes, life }: Values) => ({
  name,
  workspace_id: where === EVERYWHERE ? null : where,
  scopes: [...scopes],
  expires_in_days: Number(life),
});

/** The token at the only moment when it can be seen, with what to do with it. */
function Shown({ name, token, path, onClose }: Extract<NewKeyStage, { step: 'token' }> & { onClose: () => void }) {
  const t = useT();
  return (
    <Dialog
      title={t('api-keys:shown.title', { name })}
      isOpen
      dismissable={false}
      onClose={onClose}
      footer={
        <Button variant="primary" onPress={onClose}>
          {t('api-keys:shown.done')}
        </Button>
      }
    >
      <div className="stack">
        <p className="note late">
          <StatusLamp kind="late" />
          <span>{t('api-keys:shown.once')}</span>
        </p>
        <CopyField label={t('api-keys:shown.key')} text={token} />
        <CopyField label={t('api-keys:shown.try')} text={`curl ${location.origin}${path} \\\n  -H "Authorization: Bearer ${token}"`} />
      </div>
    </Dialog>
  );
}
