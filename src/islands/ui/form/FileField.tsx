import { FileText, Trash2, Upload } from 'lucide-react';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { useFormat, useT } from '../../../lib/i18n/react.tsx';
import { Icon } from '../Icon.tsx';
import { IconButton } from '../IconButton.tsx';
import { describedBy, Field, type FieldProps, fieldIds } from './Field.tsx';
import { acceptOf, isDrawable, withFiles } from './files.ts';

export interface FileFieldProps extends FieldProps {
  name?: string;
  value: readonly File[];
  onChange: (value: readonly File[]) => void;
  onCommit?: (value: readonly File[]) => void;
  /** The field's rules, for what the chooser offers: `ext:jpg,png|size:2048`. They are checked by the form. */
  rules?: string;
  multiple?: boolean;
  disabled?: boolean;
}

/** Files chosen or dropped, each with its picture, name and size; leaving a file out is one press. */
export function FileField({
  label,
  required,
  hint,
  error,
  name,
  value,
  onChange,
  onCommit,
  rules,
  multiple = false,
  disabled,
}: FileFieldProps) {
  const t = useT();
  const ids = fieldIds(useId());
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const frame = { label, ...(required ? { required } : {}), hint, error };
  const put = (next: readonly File[]) => {
    onChange(next);
    onCommit?.(next);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) put(withFiles(value, [...event.dataTransfer.files], multiple));
  };
  return (
    <Field {...frame} ids={ids}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the chooser inside */}
      <div
        className={`grid gap-2 rounded-2 border p-3 ${error ? 'border-alarm-text' : `border-dashed ${over ? 'border-accent' : 'border-line-control'}`} ${over ? 'bg-accent-soft' : 'bg-surface'}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {value.length > 0 ? (
          <ul className="grid gap-2">
            {value.map((file, index) => (
              <Chosen
                key={`${file.name} ${file.size} ${file.lastModified}`}
                file={file}
                disabled={disabled ?? false}
                onRemove={() => {
                  put(value.filter((_, at) => at !== index));
                  input.current?.focus();
                }}
              />
            ))}
          </ul>
        ) : null}
        {/* The input lies over its drawing, so that a press, the keyboard and a screen reader all meet the same thing. */}
        <span className="group relative flex flex-wrap items-center gap-2">
          <input
            {...describedBy(frame, ids)}
            ref={input}
            className="peer absolute inset-0 w-full cursor-pointer opacity-0 file:cursor-pointer"
            id={ids.control}
            name={name}
            type="file"
            multiple={multiple}
            accept={acceptOf(rules)}
            disabled={disabled}
            onChange={(event) => {
              put(withFiles(value, [...(event.target.files ?? [])], multiple));
              // The same file may be chosen again after it was left out.
              event.target.value = '';
            }}
          />
          <span
            className="btn sm group-hover:bg-sunken peer-focus-visible:shadow-focus peer-disabled:bg-sunken peer-disabled:text-ink-3"
            aria-hidden="true"
          >
            <Icon of={Upload} size={14} />
            {t(multiple ? 'forms:file.add' : value.length > 0 ? 'forms:file.change' : 'forms:file.choose')}
          </span>
          <span className="text-12 text-ink-3 pointer-coarse:hidden print:hidden">{t('forms:file.drop')}</span>
        </span>
      </div>
    </Field>
  );
}

function Chosen({ file, disabled, onRemove }: { file: File; disabled: boolean; onRemove: () => void }) {
  const t = useT();
  const format = useFormat();
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!isDrawable(file)) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    <li className="grid grid-cols-[44px_minmax(0,1fr)_auto] items-center gap-3">
      <span className="grid size-11 place-items-center overflow-hidden rounded-1 border border-line bg-sunken text-ink-3">
        {url ? <img className="size-full object-cover" src={url} alt="" onError={() => setUrl(null)} /> : <Icon of={FileText} size={20} />}
      </span>
      <span className="two">
        <span className="one-line">{file.name}</span>
        <small>{format.bytes(file.size)}</small>
      </span>
      <IconButton icon={Trash2} size="sm" label={t('forms:file.remove', { name: file.name })} isDisabled={disabled} onPress={onRemove} />
    </li>
  );
}
