import { isArchive, xlsxText } from '../../lib/domain/tables/xlsx-reader.ts';
import { decodeCsv, isText } from '../../lib/domain/text/csv.ts';
import type { DeskEntry } from '../../lib/domain/time-study/desk-study.ts';
import type { Matching, StudyFile } from '../../lib/domain/time-study/study-files.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextSource } from '../ui/form/TextSource.tsx';
import { Scroller } from '../ui/Scroller.tsx';
import type { Choice } from './rows.ts';

/** Rows of the preview. */
const PREVIEWED = 50;
/** An activity to which nothing of the file belongs. */
const LEFT_OUT = 'left-out';

async function textOfFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isArchive(bytes)) return xlsxText(bytes);
  const { text } = decodeCsv(bytes);
  if (!isText(text)) throw new Error('no text');
  return text;
}

/** A study out of a file or a pasted text: what its names are here, and how its first rows are read. */
export function FileStudy({
  text,
  onText,
  file,
  matched,
  onMatch,
  onSubject,
  choices,
  lanes,
  entries,
  activityName,
}: {
  text: string;
  onText: (text: string) => void;
  /** Null while there is no text. */
  file: StudyFile | null;
  matched: Matching;
  onMatch: (name: string, activity: string | null) => void;
  onSubject: (subject: string, lane: string) => void;
  choices: readonly Choice[];
  lanes: readonly { id: string; name: string }[];
  entries: readonly DeskEntry[];
  activityName: (id: string | null) => string;
}) {
  const t = useT();
  const format = useFormat();
  return (
    <div className="grid gap-4">
      <TextSource
        text={text}
        onText={onText}
        read={textOfFile}
        unreadable={t('desk-study:file.unreadable')}
        file={t('desk-study:file.file')}
        fileHint={t('desk-study:file.file_hint')}
        endings="csv,txt,tsv,xlsx"
        paste={t('desk-study:file.paste')}
        pasteHint={t('desk-study:file.paste_hint')}
      />
      {file === null ? null : (
        <>
          <p role="status">
            {t(`desk-study:format.${file.format}`)}
            {', '}
            {t('desk-study:file.rows', { count: file.rows.length, n: format.number(file.rows.length) })}
          </p>
          {file.names.length === 0 ? null : (
            <fieldset className="grid gap-2">
              <legend className="h3 mb-1 font-semi">{t('desk-study:file.names')}</legend>
              <div className="grid grid-cols-2 gap-3 slim:grid-cols-1">
                {file.names.slice(0, 60).map((name) => (
                  <Select
                    key={name}
                    label={name}
                    value={matched.activities.get(name) === null ? LEFT_OUT : (matched.activities.get(name) ?? '')}
                    options={[
                      { id: '', text: t('desk-study:choose') },
                      ...choices.map(({ id, name: own }) => ({ id, text: own })),
                      { id: LEFT_OUT, text: t('desk-study:file.left_out') },
                    ]}
                    onChange={(id) => onMatch(name, id === LEFT_OUT ? null : id)}
                  />
                ))}
              </div>
            </fieldset>
          )}
          {file.subjects.length === 0 || (file.subjects.length === 1 && lanes.length < 2) ? null : (
            <fieldset className="grid gap-2">
              <legend className="h3 mb-1 font-semi">{t('desk-study:file.subjects')}</legend>
              <div className="grid grid-cols-2 gap-3 slim:grid-cols-1">
                {file.subjects.map((subject) => (
                  <Select
                    key={subject}
                    label={subject}
                    value={matched.lanes.get(subject) ?? ''}
                    options={[{ id: '', text: t('desk-study:choose') }, ...lanes.map(({ id, name }) => ({ id, text: name }))]}
                    onChange={(lane) => onSubject(subject, lane)}
                  />
                ))}
              </div>
            </fieldset>
          )}
          {entries.length === 0 ? null : <Preview entries={entries} activityName={activityName} />}
        </>
      )}
    </div>
  );
}

function Preview({ entries, activityName }: { entries: readonly DeskEntry[]; activityName: (id: string | null) => string }) {
  const t = useT();
  const format = useFormat();
  return (
    <Scroller className="max-h-60 rounded-1 border border-line">
      <table className="tbl compact" aria-label={t('desk-study:preview')}>
        <thead>
          <tr>
            <th scope="col" className="num">
              {t('desk-study:row')}
            </th>
            <th scope="col">{t('desk-study:column.activity')}</th>
            <th scope="col">{t('desk-study:from')}</th>
            <th scope="col" className="num">
              {t('desk-study:column.time')}
            </th>
            <th scope="col" className="num">
              {t('desk-study:column.rating')}
            </th>
            <th scope="col">{t('desk-study:column.excluded')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.slice(0, PREVIEWED).map((entry) => (
            <tr key={`${entry.line} ${entry.from}`}>
              <td className="num soft">{format.number(entry.line)}</td>
              <td className="slim:min-w-30 slim:py-1 slim:whitespace-normal">
                {entry.kind === 'state' || entry.kind === 'point' ? activityName(entry.activity) : t(`desk-study:kind.${entry.kind}`)}
              </td>
              <td>
                <span className="slim:hidden">{format.dateTime(entry.from, 'second')}</span>
                {/* A phone has room for the time of the day, and for how long it took. */}
                <span className="hidden slim:inline">{format.time(entry.from, 'second')}</span>
              </td>
              <td className="num">{entry.kind === 'point' ? '–' : format.quantity((entry.to - entry.from) / 1_000, 's', 3)}</td>
              <td className="num">{entry.rating === null ? '–' : format.number(entry.rating)}</td>
              <td>{entry.excluded ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
