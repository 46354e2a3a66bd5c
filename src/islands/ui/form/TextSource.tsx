import { useState } from 'react';
import { decodeCsv } from '../../../lib/domain/text/csv.ts';
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
  read = async (one) => decodeCsv(new Uint8Array(await one.arrayBuffer())).text,
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
  /** The text of a file; absent = it is one. */
  read?: (file: File) => Promise<string>;
}) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const take = async (next: readonly File[]) => {
    setFiles(next);
    if (next[0]) onText(await read(next[0]));
  };
  return (
    <>
      <FileField label={file} hint={fileHint} rules={`ext:${endings}`} value={files} onChange={(next) => void take(next)} />
      <TextArea label={paste} hint={pasteHint} rows={6} value={text} onChange={onText} spellCheck={false} />
    </>
  );
}
