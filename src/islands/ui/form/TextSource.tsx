import { useState } from 'react';
import { decodeCsv, isText } from '../../../lib/domain/text/csv.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { FileField } from './FileField.tsx';
import { TextArea } from './TextArea.tsx';

/** A text that comes from a file, or was pasted; whoever holds it keeps it as its draft. */
export function TextSource({
  text,
  onText,
  file,
  fileHint,
  endings,
  paste,
  pasteHint,
  read = textOfFile,
  unreadable,
}: {
  text: string;
  onText: (text: string) => void;
  /** Labels and hints of both fields. */
  file: string;
  fileHint: string;
  /** Endings of file names, `csv,txt`. */
  endings: string;
  paste: string;
  pasteHint: string;
  /** The text of a file; absent = it is one. Rejects what can't be read. */
  read?: (file: File) => Promise<string>;
  /** Said of a file that can't be read; absent = that it is no text. */
  unreadable?: string;
}) {
  const t = useT();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [refused, setRefused] = useState<string | null>(null);
  const take = async (next: readonly File[]) => {
    const [file] = next;
    try {
      if (file) onText(await read(file));
      setFiles(next);
      setRefused(null);
    } catch {
      // What stood there before stays.
      setRefused(file?.name ?? null);
    }
  };
  return (
    <>
      <FileField label={file} hint={fileHint} rules={`ext:${endings}`} value={files} onChange={(next) => void take(next)} />
      {refused === null ? null : (
        <p role="alert" className="text-alarm-text wrap-anywhere">
          {unreadable ?? t('forms:file.no_text', { name: refused })}
        </p>
      )}
      <TextArea label={paste} hint={pasteHint} rows={6} value={text} onChange={onText} spellCheck={false} />
    </>
  );
}

async function textOfFile(file: File): Promise<string> {
  const { text } = decodeCsv(new Uint8Array(await file.arrayBuffer()));
  if (!isText(text)) throw new Error('no text');
  return text;
}
