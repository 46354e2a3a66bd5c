import { useState } from 'react';
import { type Datalogger, updateDatalogger } from '../../lib/contract/dataloggers.ts';
import { folded } from '../../lib/domain/text/folded.ts';
import { readTags } from '../../lib/domain/text/tags.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import type { FormSchema } from '../ui/form/form-store.ts';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';

/** What the server says of tags, said of the one field that they are written into. */
const schema: FormSchema = {
  safeParse(values) {
    const parsed = updateDatalogger.body.safeParse({ tags: readTags((values as { more?: string }).more ?? ''), rev: 0 });
    return parsed.success ? parsed : { ...parsed, error: { issues: parsed.error.issues.map((issue) => ({ ...issue, path: ['more'] })) } };
  },
};

/** Which tags all picked loggers get and which none of them keeps; a box that is left half full changes nothing. */
export default function BulkTags({
  rows,
  offered,
  onChoose,
  onClose,
}: {
  rows: readonly Datalogger[];
  /** Tags that others have. */
  offered: readonly string[];
  onChoose: (change: { add: string[]; remove: string[] }) => void;
  onClose: () => void;
}) {
  const t = useT();
  const here = [...new Set([...rows.flatMap(({ tags }) => tags), ...offered])].toSorted((a, b) => folded(a).localeCompare(folded(b)));
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({});
  const having = (tag: string) => rows.filter(({ tags }) => tags.includes(tag)).length;
  const form = useForm<{ more: string }>({
    initial: { more: '' },
    schema,
    draft: `tags ${rows.map(({ id }) => id.slice(-6)).join('')}`.slice(0, 200),
    async onSubmit({ more }) {
      const put = here.filter((tag) => chosen[tag] === true);
      onChoose({
        add: [...put, ...readTags(more)],
        remove: here.filter((tag) => chosen[tag] === false),
      });
    },
  });
  return (
    <FormDialog
      title={t('logger-list:bulk.tags')}
      size="sm"
      form={form}
      submit={t('logger-list:bulk.tags_set', { count: rows.length })}
      onClose={onClose}
    >
      {here.length === 0 ? null : (
        <fieldset className="grid max-h-60 gap-1 overflow-y-auto">
          <legend className="soft pb-2">{t('dataloggers:tags.choose')}</legend>
          {here.map((tag) => (
            <Checkbox
              key={tag}
              checked={chosen[tag] ?? having(tag) === rows.length}
              indeterminate={chosen[tag] === undefined && having(tag) > 0 && having(tag) < rows.length}
              onChange={(on) => setChosen({ ...chosen, [tag]: on })}
            >
              {tag}
            </Checkbox>
          ))}
        </fieldset>
      )}
      <TextField {...form.field('more')} label={t('dataloggers:tags.more')} hint={t('dataloggers:tags.hint')} autoComplete="off" />
    </FormDialog>
  );
}
