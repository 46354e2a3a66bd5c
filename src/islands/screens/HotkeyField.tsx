import { useId, useState } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { ClearButton } from '../ui/form/ClearButton.tsx';
import { FieldMessage, fieldIds } from '../ui/form/Field.tsx';
import { keyName } from './faces.ts';

/** Keys that lead on in the form, or that only go with others. */
const NOT_TAKEN = ['Tab', 'Escape', 'Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Dead', 'Process', 'Unidentified', ' '];

/** A key that is taken by pressing it. */
export function HotkeyField({
  value,
  takenBy,
  disabled,
  onChange,
}: {
  value: string | null;
  /** The name of the button that has the key already; null = it is free. */
  takenBy: (key: string) => string | null;
  disabled: boolean;
  onChange: (key: string | null) => void;
}) {
  const t = useT();
  const ids = fieldIds(useId());
  const [refused, setRefused] = useState<string | null>(null);
  return (
    <div className="field">
      <label className="name" id={ids.label} htmlFor={ids.control}>
        {t('screens:field.hotkey')}
      </label>
      <span className="input" data-invalid={refused ? '' : undefined}>
        <input
          id={ids.control}
          readOnly
          disabled={disabled}
          aria-describedby={ids.message}
          placeholder={t('screens:properties.press_key')}
          value={value === null ? '' : keyName(value, t)}
          onBlur={() => setRefused(null)}
          onKeyDown={(event) => {
            const { key } = event;
            if (NOT_TAKEN.includes(key) || key.length > 20 || event.ctrlKey || event.metaKey || event.altKey) return;
            event.preventDefault();
            const next = key.length === 1 ? key.toLowerCase() : key;
            const other = takenBy(next);
            setRefused(other === null ? null : t('screens:properties.key_taken', { key: keyName(next, t), name: other }));
            if (other === null) onChange(next);
          }}
        />
        {value !== null && !disabled ? <ClearButton label={t('screens:properties.no_key')} onClick={() => onChange(null)} /> : null}
      </span>
      {refused ? (
        <span className="error" id={ids.message} role="alert">
          {refused}
        </span>
      ) : (
        <FieldMessage label="" hint={t('screens:properties.key_hint')} id={ids.message} />
      )}
    </div>
  );
}
