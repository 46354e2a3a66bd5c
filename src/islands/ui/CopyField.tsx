import { Check, Copy } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { copyText } from './copy-text.ts';
import { IconButton } from './IconButton.tsx';
import { toast } from './toasts.ts';

const SHOWN_MS = 2_000;

/** The field's text on the clipboard, or selected in the field. */
async function copyFrom(field: HTMLTextAreaElement): Promise<boolean> {
  if (await copyText(field.value)) return true;
  field.focus();
  field.select();
  return false;
}

/** Text to be copied: a token, a command. Where the browser refuses, the text is selected and the keys are named. */
export function CopyField({ text, label }: { text: string; label: string }) {
  const t = useT();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [done, setDone] = useState(false);
  // A token or an address is seen whole, on as many lines as it takes; lines of code stay lines.
  const isWord = !/\s/.test(text);
  const copy = async () => {
    if (!field.current) return;
    if (await copyFrom(field.current)) {
      setDone(true);
      setTimeout(() => setDone(false), SHOWN_MS);
    } else toast({ kind: 'info', text: t('ui:copy.manual') });
  };
  return (
    <div className="copy grid min-w-0 gap-1 justify-self-stretch">
      <label className="text-12 font-medium text-ink-2" htmlFor={id}>
        {label}
      </label>
      <div className="relative flex items-start rounded-2 border border-line-2 bg-ground [&>.btn]:m-[3px]">
        <textarea
          className={`block min-w-0 flex-1 resize-none rounded-2 border-0 bg-transparent px-2.5 py-[7px] font-mono text-12 leading-4.5 font-regular [font-feature-settings:normal] [scrollbar-width:thin] ${isWord ? 'overflow-x-hidden break-all whitespace-pre-wrap [field-sizing:content] slim:min-h-12.5' : 'overflow-x-auto overflow-y-hidden whitespace-pre'}`}
          id={id}
          ref={field}
          readOnly
          wrap={isWord ? 'soft' : 'off'}
          spellCheck={false}
          rows={text.split('\n').length}
          value={text}
        />
        <IconButton icon={done ? Check : Copy} label={done ? t('ui:copy.done') : t('ui:copy.do')} size="sm" onPress={copy} />
      </div>
      <span className="vh" role="status">
        {done ? t('ui:copy.done') : ''}
      </span>
    </div>
  );
}
