import type { LoggerTypePatch, LoggerTypeStore } from '../../lib/client/logger-types/logger-types.store.ts';
import { type LoggerTypeDetail, OFFLINE_AFTER_LEAST, OFFLINE_AFTER_MOST } from '../../lib/contract/logger-types.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { FormFailure } from '../ui/form/FormFailure.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { TextArea } from '../ui/form/TextArea.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useRowForm } from '../ui/form/useRowForm.tsx';
import { toast } from '../ui/toasts.ts';

type Values = Record<'name' | 'maker' | 'model' | 'manual_url' | 'notes' | 'sample', string> &
  Record<'sampling_interval_s' | 'sending_interval_s' | 'offline_after', number | null>;

const valuesOf = (row: LoggerTypeDetail): Values => ({
  name: row.name,
  maker: row.maker ?? '',
  model: row.model ?? '',
  manual_url: row.manual_url ?? '',
  notes: row.notes ?? '',
  sample: row.sample ?? '',
  sampling_interval_s: row.sampling_interval_s,
  sending_interval_s: row.sending_interval_s,
  offline_after: row.offline_after,
});

/** What a type is called and who makes it. */
export default function Properties({ store, row, canWrite }: { store: LoggerTypeStore; row: LoggerTypeDetail; canWrite: boolean }) {
  const t = useT();
  const { form, dirty, discard, conflict } = useRowForm<LoggerTypeDetail, Values>({
    row,
    valuesOf,
    rules: {
      name: 'required|max:200',
      maker: 'max:120',
      model: 'max:120',
      manual_url: 'url|max:500',
      notes: 'max:4000',
      sample: 'max:20000',
    },
    draft: `logger-type ${row.id}`,
    texts: ['name'],
    label: (field) => t(`logger-types:field.${field}`),
    save: (rev, patch) => store.save(rev, patch as LoggerTypePatch),
    onSaved: () => toast({ text: t('logger-types:saved') }),
  });
  return (
    <form className="grid max-w-180 gap-4 p-5 slim:p-4" {...form.props} aria-label={t('logger-types:tab.settings')}>
      <DraftNote form={form} />
      <FormFailure failure={form.failure} />
      <fieldset className="grid min-w-0 gap-4" disabled={!canWrite}>
        <TextField {...form.field('name')} label={t('logger-types:field.name')} required autoComplete="off" />
        <div className="grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1">
          <TextField {...form.field('maker')} label={t('logger-types:field.maker')} autoComplete="off" />
          <TextField {...form.field('model')} label={t('logger-types:field.model')} autoComplete="off" />
          <NumberField
            {...form.typed('sampling_interval_s')}
            label={t('logger-types:field.sampling_interval_s')}
            unit="s"
            min={1}
            max={31_536_000}
            decimals={0}
          />
          <NumberField
            {...form.typed('sending_interval_s')}
            label={t('logger-types:field.sending_interval_s')}
            hint={t('logger-types:field.sending_hint')}
            unit="s"
            min={1}
            max={31_536_000}
            decimals={0}
          />
          <NumberField
            {...form.typed('offline_after')}
            label={t('logger-types:field.offline_after')}
            hint={t('logger-types:field.offline_hint')}
            min={OFFLINE_AFTER_LEAST}
            max={OFFLINE_AFTER_MOST}
            decimals={0}
          />
        </div>
        <TextField {...form.field('manual_url')} label={t('logger-types:field.manual_url')} inputMode="url" autoComplete="off" />
        <TextArea {...form.field('notes')} label={t('logger-types:field.notes')} rows={4} />
        <TextArea
          {...form.field('sample')}
          label={t('logger-types:field.sample')}
          hint={t('logger-types:field.sample_hint')}
          rows={8}
          spellCheck={false}
        />
      </fieldset>
      {canWrite ? (
        <div className="flex gap-2">
          <Button type="submit" variant="primary" isPending={form.busy} isDisabled={!dirty}>
            {t('logger-types:save')}
          </Button>
          {dirty ? <Button onPress={discard}>{t('logger-types:discard')}</Button> : null}
        </div>
      ) : null}
      {conflict}
    </form>
  );
}
