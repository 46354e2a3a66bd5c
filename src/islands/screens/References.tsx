import { useState } from 'react';
import { type Definition, MAX_REFERENCE_VALUES, type Reference } from '../../lib/contract/screens.ts';
import { MAX_REFERENCE, REFERENCE_FIELDS, type ReferenceField } from '../../lib/contract/tap-kinds.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { TextArea } from '../ui/form/TextArea.tsx';
import type { Change } from './editor.ts';
import { readLines } from './phrases.ts';
import { SettingsList } from './SettingsList.tsx';

/** What whoever measures is asked for beside the activity, and which values are offered. */
export default function References({ draft, canWrite, onChange }: { draft: Definition; canWrite: boolean; onChange: Change }) {
  const t = useT();
  const { references = [] } = draft;
  const put = (field: ReferenceField, values: readonly string[] | null) => {
    const others = references.filter((one) => one.field !== field);
    const next: Reference[] = values ? [...others, { field, values: [...values] }] : others;
    const { references: _, ...rest } = draft;
    const inOrder = next.sort((a, b) => REFERENCE_FIELDS.indexOf(a.field) - REFERENCE_FIELDS.indexOf(b.field));
    onChange(inOrder.length > 0 ? { ...rest, references: inOrder } : rest);
  };
  return (
    <SettingsList title={t('screens:references.title')} text={t('screens:references.text')} add={null}>
      {REFERENCE_FIELDS.map((field) => {
        const values = references.find((one) => one.field === field)?.values;
        return (
          <div key={field} className="grid gap-1.5">
            <Checkbox checked={values !== undefined} disabled={!canWrite} onChange={(asks) => put(field, asks ? [] : null)}>
              {t(`screens:references.${field}`)}
            </Checkbox>
            {values ? <Values field={field} values={values} canWrite={canWrite} onChange={(next) => put(field, next)} /> : null}
          </div>
        );
      })}
    </SettingsList>
  );
}

function Values({
  field,
  values,
  canWrite,
  onChange,
}: {
  field: ReferenceField;
  values: readonly string[];
  canWrite: boolean;
  onChange(values: readonly string[]): void;
}) {
  const t = useT();
  const written = values.join('\n');
  const [text, setText] = useState(written);
  const [shown, setShown] = useState(written);
  if (shown !== written) {
    setShown(written);
    setText(written);
  }
  const read = (from: string) => readLines(from, MAX_REFERENCE_VALUES, MAX_REFERENCE);
  return (
    <TextArea
      label={t(`screens:references.values.${field}`)}
      hint={t('screens:references.hint', { most: MAX_REFERENCE_VALUES, letters: MAX_REFERENCE })}
      error={read(text) === null ? { code: 'invalid_value' } : null}
      value={text}
      rows={Math.min(Math.max(text.split('\n').length, 2), 8)}
      disabled={!canWrite}
      onChange={setText}
      onCommit={(next) => {
        const found = read(next);
        if (found && found.join('\n') !== written) onChange(found);
        else if (found) setText(written);
      }}
    />
  );
}
