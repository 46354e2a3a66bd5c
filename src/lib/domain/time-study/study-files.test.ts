import { describe, expect, it } from 'vitest';
import cs from '../../../../locales/cs/entries-export.json' with { type: 'json' };
import en from '../../../../locales/en/entries-export.json' with { type: 'json' };
import sk from '../../../../locales/sk/entries-export.json' with { type: 'json' };
import { folded } from '../text/folded.ts';
import { fileEntries, MOST_STUDY_ROWS, matchNames, OWN_HEADINGS, OWN_KINDS, readStudyFile } from './study-files.ts';

const READING = { zone: 'Europe/Prague', mode: 'durations', unit: 's' } as const;
const plain = (text: string) => folded(text).replace(/[\s\u00a0]+/g, ' ');

describe('a study out of a file', () => {
  it('may be an export of Simple Time Tracker, whose times are of the place', () => {
    const { format, isRelative, rows, problems, names } = readStudyFile(
      'activity name,time started,time ended,comment,categories,record tags,duration,duration minutes\n' +
        '"Balení",2026-03-02 07:00:00,2026-03-02 07:05:30,"první, druhý","","",0:5:30,5\n' +
        '"Chůze",2026-03-02 07:05:30,2026-03-02 07:05:30,"","","",0:0:0,0\n' +
        '"Chůze",včera,2026-03-02 07:06:00,"","","",0:0:30,0\n',
      READING,
    );
    expect([format, isRelative, names]).toEqual(['simple_time_tracker', false, ['Balení']]);
    expect(rows).toMatchObject([
      { line: 2, name: 'Balení', from: Date.UTC(2026, 2, 2, 6), to: Date.UTC(2026, 2, 2, 6, 5, 30), note: 'první, druhý' },
    ]);
    expect(problems).toEqual([
      { line: 3, fault: 'not_later', found: '2026-03-02 07:05:30' },
      { line: 4, fault: 'no_moment', found: 'včera' },
    ]);
  });

  it('may be events of BORIS, where a state has a row for its start and one for its stop', () => {
    const { format, isRelative, rows, problems, subjects } = readStudyFile(
      'Observation id\tSubject\tBehavior\tBehavioral category\tBehavior type\tTime\tComment\n' +
        'o1\tObsluha\tVzít\t\tSTART\t0.000\t\n' +
        'o1\tObsluha\tVzít\t\tSTOP\t2.500\t\n' +
        'o1\tPomocník\tPorucha\t\tPOINT\t1.250\tzvuk\n' +
        'o1\tObsluha\tSložit\t\tSTOP\t3.0\t\n' +
        'o1\tObsluha\tOdložit\t\tSTART\t4.0\t\n' +
        'o1\tObsluha\tVzít\t\tMAYBE\t5\t\n',
      READING,
    );
    expect([format, isRelative, subjects]).toEqual(['boris', true, ['Obsluha', 'Pomocník']]);
    expect(rows).toMatchObject([
      { kind: 'state', name: 'Vzít', from: 0, to: 2_500 },
      { kind: 'point', name: 'Porucha', from: 1_250, to: 1_250, note: 'zvuk', subject: 'Pomocník' },
    ]);
    expect(problems.map(({ line, fault }) => [line, fault])).toEqual([
      [5, 'unpaired'],
      [6, 'unpaired'],
      [7, 'no_kind'],
    ]);
  });

  it('may be aggregated events of BORIS', () => {
    const { rows, problems } = readStudyFile(
      'Subject,Behavior,Behavior type,Start (s),Stop (s),Duration (s)\n,Vzít,STATE,0,1.5,1.5\n,Složit,STATE,1.5,1.5,0\n,Pípnutí,POINT,1,1,NA\n',
      READING,
    );
    expect(rows).toMatchObject([
      { name: 'Vzít', from: 0, to: 1_500 },
      { kind: 'point', from: 1_000 },
    ]);
    expect(problems).toMatchObject([{ line: 3, fault: 'not_later' }]);
  });

  it('may be our own file of entries in each language, as text or as it stands in a workbook', () => {
    const heads = ['lane', 'activity', 'kind', 'start', 'end', 'seconds', 'rating', 'note', 'excluded'] as const;
    for (const file of [cs, en, sk]) {
      for (const key of heads) expect(OWN_HEADINGS[key] as readonly string[], key).toContain(plain(file[key]));
      for (const key of Object.keys(OWN_KINDS) as (keyof typeof OWN_KINDS)[])
        expect(OWN_KINDS[key] as readonly string[], key).toContain(plain(file.kinds[key]));
      const text = [
        [file.head.organization, 'Závod'],
        [],
        heads.map((key) => file[key]),
        ['Pracovník', 'Balení', file.kinds.state, '2026-03-02 07:00:00', '', '2,500', '105', '', ''],
        ['Pracovník', '', file.kinds.pause, '2026-03-02 07:00:02.500', '', '1,000', '', '', ''],
        ['Stroj', 'Běží', file.kinds.state, '46083.2916666667', '', '60', '', 'klid', 'rušen'],
        ['', '', file.kinds.note, '2026-03-02 07:00:02', '', '', '', 'jen slovo', ''],
      ]
        .map((cells) => cells.join('\t'))
        .join('\n');
      const { format, rows, problems } = readStudyFile(text, READING);
      expect([format, problems]).toEqual(['taktlog', []]);
      const begin = Date.UTC(2026, 2, 2, 6);
      expect(rows).toMatchObject([
        { kind: 'state', name: 'Balení', subject: 'Pracovník', from: begin, to: begin + 2_500, rating: 105 },
        { kind: 'pause', name: null, from: begin + 2_500, to: begin + 3_500 },
        { kind: 'state', subject: 'Stroj', from: begin, to: begin + 60_000, note: 'klid', excluded: 'rušen' },
      ]);
    }
  });

  it('may be a plain table of elements, with headings or without, durations or readings of a watch', () => {
    const { format, rows } = readStudyFile('Vzít;2,5;105\nSložit;1:02;;pozn.;rušen\n', READING);
    expect(format).toBe('table');
    expect(rows).toMatchObject([
      { line: 1, name: 'Vzít', from: 0, to: 2_500, rating: 105 },
      { line: 2, name: 'Složit', from: 2_500, to: 64_500, note: 'pozn.', excluded: 'rušen' },
    ]);
    const readings = readStudyFile('čas;úkon\n10;Vzít\n25;Složit\n20;Vzít\nx;Vzít\n30;\n', { ...READING, mode: 'readings', unit: 'cmin' });
    expect(readings.rows.map(({ from, to }) => [from, to])).toEqual([
      [0, 6_000],
      [6_000, 15_000],
      [15_000, 18_000],
    ]);
    expect(readings.problems.map(({ line, fault }) => [line, fault])).toEqual([
      [4, 'not_later'],
      [5, 'no_time'],
      [6, 'no_activity'],
    ]);
    expect(readStudyFile(' ', READING).problems).toEqual([{ line: null, fault: 'empty', found: '' }]);
    expect(readStudyFile('a;1\n'.repeat(MOST_STUDY_ROWS + 2), READING).problems).toEqual([{ line: null, fault: 'too_long', found: '2' }]);
  });

  it('comes onto lanes and activities of a panel by their names, and by what a person says', () => {
    const activities = [
      { id: 'a', name: 'Balení krabic', short: 'bal' },
      { id: 'b', name: 'Chůze', short: null },
    ];
    const file = readStudyFile('BAL;1\nchuze;2\nSvačina;3\nPorada;4\n', READING);
    const known = matchNames(file.names, activities);
    expect([...known]).toEqual([
      ['BAL', 'a'],
      ['chuze', 'b'],
    ]);
    const { entries, problems } = fileEntries(
      file,
      { activities: new Map<string, string | null>([...known, ['Porada', null]]), lanes: new Map() },
      { start: 1_000, lane: 'worker' },
    );
    expect(entries.map(({ activity, from, to, lane }) => [activity, from, to, lane])).toEqual([
      ['a', 1_000, 2_000, 'worker'],
      ['b', 2_000, 4_000, 'worker'],
    ]);
    expect(problems).toEqual([{ line: 3, fault: 'unknown_name', found: 'Svačina' }]);
  });

  it('has one problem for a row without a name', () => {
    const file = readStudyFile('Balení;1\n;2\n', READING);
    const found = fileEntries(file, { activities: new Map([['Balení', 'a']]), lanes: new Map() }, { start: 0, lane: 'worker' });
    expect([...file.problems, ...found.problems]).toEqual([{ line: 2, fault: 'no_activity', found: '' }]);
    expect(found.entries).toHaveLength(1);
  });
});
