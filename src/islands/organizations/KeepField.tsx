import { useT } from '../../lib/i18n/react.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import type { FieldProblem } from '../ui/form/sentence.ts';

export const KEPT = ['received', 'readings', 'rollups'] as const;

const MAX_DAYS = 36_500;
/** What stands there first when somebody doesn't want to keep it for ever. */
const FIRST_DAYS = 365;

/** A number of a form, null when there is none. */
export interface DaysField {
  name: string;
  value: number | null;
  onChange: (value: number | null) => void;
  onCommit: (value: number | null) => void;
  error: FieldProblem | null;
  typed: string | null;
  onType: (value: number | null, text: string | null, problem: FieldProblem | null) => void;
}

/** How many days something is kept, or for ever. */
export function KeepField({ kind, field }: { kind: (typeof KEPT)[number]; field: DaysField }) {
  const t = useT();
  const what = t(`organizations:retention.${kind}`);
  // An empty field is being written; for ever is said by the box alone.
  const forever = field.value === null && field.typed === null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its legend over the label of the field
    <div
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 items-start slim:grid-cols-1 [&_.input]:max-w-55"
      role="group"
      aria-label={what}
    >
      <NumberField
        {...field}
        onType={(value, text, problem) =>
          // An emptied field would mean "for ever", which nobody should say by deleting a number.
          text !== null && text.trim() === '' ? field.onType(null, text, { code: 'required' }) : field.onType(value, text, problem)
        }
        label={what}
        hint={t(`organizations:retention.${kind}_hint`)}
        unit={t('organizations:retention.days')}
        min={1}
        max={MAX_DAYS}
        decimals={0}
        disabled={forever}
      />
      <Checkbox
        beside
        checked={forever}
        onChange={(on) => {
          field.onType(on ? null : FIRST_DAYS, null, null);
          field.onCommit(on ? null : FIRST_DAYS);
        }}
      >
        {t('organizations:retention.forever')}
      </Checkbox>
    </div>
  );
}
