import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ElementSettings, Operation, StandardParameters } from '../../contract/operations.ts';
import { wholeCard } from '../../domain/time-study/operation-card.ts';
import { ALLOWANCE_KINDS } from '../../domain/time-study/standard-card.ts';
import { STUDY_UNITS, unitStep } from '../../domain/time-study/units.ts';
import { formatter } from '../../i18n/format.ts';
import { storedZip, unzipped } from '../files/testing-zip.ts';
import { tablet } from '../measurements/testing-plant.ts';
import { studyOf } from '../standards/study.ts';
import type { ReportDocument } from './document.ts';
import { standardSubject } from './standard-report.ts';
import { writeStandardXlsx } from './standard-xlsx.ts';
import { voiceOf } from './subject.ts';
import { reportWords } from './words.ts';

const OFFICE = spawnSync('soffice', ['--version']).status === 0;
const SHARES = { personal: 0.05, fatigue: 0.043, contingency: 0.02, interference: 0.017 };
const PLAIN = { occurrences: 1, cycles: 1, machine_paced: false, within: null, break_point: null, shares: null };
const NAMES = ['Vložit', 'Běh stroje', 'Odjehlit', 'Změřit; zapsat', 'Odložit', 'Uklidit'] as const;
const id = (at: number) => `01a10000-0000-7000-8000-00000000000${at}`;

/** Six elements, some within a machine's time, with ratings, an exclusion, a reading nobody rated and one that never counts. */
function subjectOf(basis: 'job' | 'workday', machineIsLonger: boolean) {
  const elements: ElementSettings[] = [
    { ...PLAIN, activity_id: id(1), machine_paced: true },
    { ...PLAIN, activity_id: id(2), within: id(1) },
    { ...PLAIN, activity_id: id(3), within: id(1), occurrences: 1, cycles: 7, shares: { ...SHARES, fatigue: 0.11 } },
    { ...PLAIN, activity_id: id(4), occurrences: 2, cycles: 3 },
  ];
  const parameters: StandardParameters = {
    ...{ unit: 'ks', pieces_per_cycle: 3, setup_s: 754.3, batch: 37, shift_h: 7.5, elements },
    allowances: { set_id: 's', name: 'S', version: 1, to_confirm: true, basis, shares: SHARES },
  };
  const tap = tablet();
  const lengths = [2.34, machineIsLonger ? 21.7 : 3.1, 9.871, 4.4, 3.333];
  let at = 0;
  const taps = Array.from({ length: 60 }, (_, n) => {
    const one = tap('switch', at / 60, { activity: id(n % 5) });
    at += lengths[n % 5]! * (1 + Math.sin(n) / 9);
    return one;
  });
  const last = tap('switch', at / 60, { activity: id(5) });
  const all = [...taps, last, tap('stop', (at + 5) / 60)];
  const rates = taps.flatMap((one, n) => (n % 11 === 3 ? [] : [tap('rate', 90, { target: one.id, value: 85 + ((n * 7) % 40) })]));
  const excludes = [...taps.slice(3, 6), last].map((one) => tap('exclude', 90, { target: one.id, text: 'vyrušen' }));
  const face = { short: null, icon: null, color: 1, kind: 'state' as const, loss: false, element: true, categories: {} };
  const activities = NAMES.map((name, n) => ({ ...face, id: id(n), name, ends_cycle: n === 4 }));
  const study = studyOf('o', parameters, [
    {
      id: 'm',
      name: 'Náměr 1',
      day: '2026-03-02',
      screen_id: 'x',
      screen_version: 1,
      lanes: [{ id: 'worker' }],
      activities,
      taps: [...all, ...rates, ...excludes],
    },
  ]);
  const version = { ...study, card: study.card!, version: 1, state: 'draft' as const, stored: null };
  return {
    study,
    subject: standardSubject({ name: 'Obrábění', code: 'OP-1' } as Operation, version, study.elements, {
      workspace: 'Dílna',
      locale: 'cs',
    }),
  };
}

const voice = voiceOf(reportWords('cs'), formatter('cs', 'Europe/Prague'), 'cs', { from: 0, to: 0 });
const bookOf = (subject: ReturnType<typeof subjectOf>['subject']) =>
  writeStandardXlsx({ title: 'Obrábění', kind: 'Protokol', above: '', number: '1' } as ReportDocument, subject, voice);

/** Formulas of each sheet with what stands beside them, by sheet and cell. */
function formulasOf(files: Record<string, string>): Map<string, { formula: string; result: number | string }> {
  const found = new Map<string, { formula: string; result: number | string }>();
  for (const [name, text] of Object.entries(files)) {
    const sheet = /^xl\/worksheets\/sheet(\d+)\.xml$/.exec(name)?.[1];
    if (sheet === undefined) continue;
    for (const [, at, more, formula, result] of text.matchAll(/<c r="([A-Z]+\d+)"([^>]*)><f[^>]*>([^<]*)<\/f><v>([^<]*)<\/v><\/c>/g))
      found.set(`${sheet}!${at}`, { formula: formula!, result: more!.includes('t="str"') ? result! : Number(result) });
  }
  return found;
}

/** Every formula computed anew by LibreOffice, from a file in which no result stands. */
function recalculated(bytes: Uint8Array): ReturnType<typeof formulasOf> {
  const folder = mkdtempSync(join(tmpdir(), 'taktlog-workbook-'));
  try {
    const bare = Object.fromEntries(
      Object.entries(unzipped(bytes)).map(([name, text]) => [name, text.replace(/(<\/f>)<v>[^<]*<\/v>/g, '$1')]),
    );
    writeFileSync(join(folder, 'bare.xlsx'), storedZip(bare));
    const { status, stderr } = spawnSync(
      'soffice',
      [
        `-env:UserInstallation=file://${folder}/profile`,
        '--headless',
        '--convert-to',
        'xlsx',
        '--outdir',
        join(folder, 'out'),
        join(folder, 'bare.xlsx'),
      ],
      { encoding: 'utf8', timeout: 120_000 },
    );
    if (status !== 0) throw new Error(stderr);
    return formulasOf(unzipped(readFileSync(join(folder, 'out', 'bare.xlsx'))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('the workbook of a standard', () => {
  it('has a result beside each formula, and the page’s figures in the cells of its card', async () => {
    const { subject } = subjectOf('job', true);
    const { shown, version } = subject;
    const formulas = formulasOf(unzipped(await bookOf(subject)));
    const total = 13 + shown.rows.length;
    const cell = (at: string) => formulas.get(`1!${at}`)?.result;
    for (const [n, row] of shown.rows.entries()) {
      expect(cell(`L${13 + n}`)).toBe(row.normal);
      expect(cell(`R${13 + n}`)).toBe(row.standard);
      expect(cell(`C${13 + n}`)).toBe(row.element.n);
    }
    expect([cell(`L${total}`), cell(`Q${total}`), cell(`R${total}`)]).toEqual([shown.normal, shown.allowance, shown.standard]);
    expect(cell(`C${total + 1}`)).toBe(version.card.pieces_per_hour);
    // Elements that are hidden by a machine, and those that count, are both there.
    expect(shown.rows.map(({ element }) => element.counts)).toEqual([true, true, false, false, true]);
    expect(subject.sheet).toMatchObject({ reasons: ['vyrušen'], elements: [{}, {}, {}, {}, {}, { no: null }] });
  });

  it('has parts that are totals in every unit', () => {
    for (const basis of ['job', 'workday'] as const)
      for (const unit of STUDY_UNITS) {
        const { subject } = subjectOf(basis, false);
        const whole = wholeCard(subject.version.card, unitStep(unit));
        const parts = whole.elements.map(
          ({ normal, allowances }) => normal + ALLOWANCE_KINDS.reduce((sum, kind) => sum + allowances[kind], 0),
        );
        expect(parts).toEqual(whole.elements.map(({ standard }) => standard));
        expect(parts.reduce((sum, one) => sum + one, 0)).toBe(Math.round(subject.version.card.standard / unitStep(unit)));
      }
  });

  (OFFICE ? it : it.skip).each([
    ['job', true],
    ['job', false],
    ['workday', true],
    ['workday', false],
  ] as const)(
    `gives LibreOffice the figures of the page in every cell${OFFICE ? '' : ' (did not run: there is no soffice here)'}: %s, machine longer %s`,
    async (basis, machineIsLonger) => {
      const bytes = await bookOf(subjectOf(basis, machineIsLonger).subject);
      const ours = formulasOf(unzipped(bytes));
      const theirs = recalculated(bytes);
      expect(ours.size).toBeGreaterThan(400);
      const wrong = [...ours].flatMap(([at, { formula, result }]) => {
        const other = theirs.get(at)?.result;
        const isSame =
          typeof result === 'string'
            ? other === result
            : typeof other === 'number' && Math.abs(other - result) <= 1e-9 * Math.max(1, Math.abs(result));
        return isSame ? [] : [`${at} ${formula}: ${result}, theirs ${other}`];
      });
      expect(wrong).toEqual([]);
    },
    180_000,
  );
});
