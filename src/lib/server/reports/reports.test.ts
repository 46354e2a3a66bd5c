import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Statistics } from '../../contract/readings.ts';
import type { Recording, RecordingEvaluation } from '../../contract/recordings.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { formatter } from '../../i18n/format.ts';
import { conditionWords, figureWords } from '../../i18n/recording-words.ts';
import { unzipped } from '../files/testing-zip.ts';
import type { Row } from '../kernel/schema.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, makeChannel, makeDatalogger, makeMessage, makeWorkspace, TEST_NOW } from '../testing/testing.ts';
import { reportWords } from './words.ts';

const MINUTE = 60e6;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LOCALES = ['cs', 'en', 'sk'] as const;
const LETTERS = 'ěščřžýáíéúůťďňľĺŕôä';
const LIMITS = { low: 2, high: 8, allowed_above_s: 1_800, allowed_below_s: 0, coverage: 0.95, kinetic_high: 8 };
/** Where pages are kept to be looked at; none unless somebody asks. */
const KEPT = process.env.KEEP_REPORTS;

/** What a PDF says, without spaces: where lines break is not what it says. */
function textOf(pdf: Uint8Array): string {
  const { stdout, status, error } = spawnSync('pdftotext', ['-raw', '-enc', 'UTF-8', '-', '-'], { input: pdf, encoding: 'utf8' });
  if (error || status !== 0) throw new Error('pdftotext is not here: .ci/run installs poppler-utils', { cause: error });
  return close(stdout);
}
const close = (text: string): string => text.replace(/[\s\u00a0]+/g, '');

describe.each(ENGINES)('reports on %s', (engine) => {
  let plant: TestPlant;
  let channel: Row<'channels'>;
  beforeEach(async () => {
    plant = await testPlant(engine);
    channel = await makeChannel(plant.deps, plant.datalogger, { key: 'temperature', name: `Náklad ${LETTERS}`, unit: '°C' });
  });
  const FROM = TEST_NOW - 2 * HOUR;
  async function readings(value: (minute: number) => number | null, { of = channel, minutes = 61, from = FROM } = {}) {
    for (let start = 0; start < minutes; start += 5_000) {
      const all = Array.from({ length: Math.min(5_000, minutes - start) }, (_, i) => ({
        channelNo: of.no,
        ts: from + (start + i) * MINUTE,
        num: value(start + i),
        text: null,
      }));
      await plant.deps.db.readings.commit(
        makeMessage(
          plant.deps,
          plant.organization,
          plant.datalogger,
          all.filter(({ num }) => num !== null),
        ),
      );
    }
  }
  async function create(over: object = {}) {
    const answer = await plant.send('POST', '/recordings', {
      name: 'Rozvoz Ivančice, vůz 4',
      purpose: 'transport',
      channels: [{ channel_id: channel.id, limits: LIMITS }],
      from: formatInstant(FROM),
      to: formatInstant(FROM + HOUR),
      ...over,
    });
    return (await answer.json()) as Recording;
  }
  const file = async (path: string, as = plant.headers) => {
    const answer = await plant.app.request(plant.root + path, { headers: as });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    return { status: answer.status, headers: answer.headers, bytes, code: () => JSON.parse(Buffer.from(bytes).toString()).code as string };
  };
  function kept(name: string, bytes: Uint8Array) {
    if (KEPT === undefined || engine !== 'sqlite') return;
    mkdirSync(KEPT, { recursive: true });
    writeFileSync(`${KEPT}/${name}`, bytes);
  }

  it('of a recording say in three languages every figure that its page says', async () => {
    const core = await makeChannel(plant.deps, plant.datalogger, { key: 'core', name: 'Jádro zásilky', unit: '°C' });
    const air = await makeChannel(plant.deps, plant.datalogger, { key: 'air', name: 'Vzduch', unit: '°C' });
    await readings((minute) => (minute >= 30 && minute < 40 ? 9 : minute > 50 && minute < 53 ? null : 5 + Math.sin(minute)));
    await readings((minute) => 4 + minute / 60, { of: core });
    await readings((minute) => 4 + 3 * Math.sin(minute / 7), { of: air });
    const { id } = await create({
      note: 'Mléčné výrobky, 14 palet',
      channels: [
        { channel_id: channel.id, limits: LIMITS },
        { channel_id: core.id, limits: LIMITS },
        { channel_id: air.id, limits: null },
      ],
    });
    await plant.send('POST', `/recordings/${id}/notes`, { at: formatInstant(FROM + 8 * MINUTE), text: 'Kuřim, dveře otevřeny 14 min' });
    await plant.send('POST', '/marks', {
      channel_id: air.id,
      kind: 'exclude',
      from: formatInstant(FROM + 20 * MINUTE),
      to: formatInstant(FROM + 24 * MINUTE),
      value: null,
      value_to: null,
      reason: 'Vytažené čidlo',
    });
    const found = await plant.get<RecordingEvaluation>(`/recordings/${id}/evaluation`);
    const { rev } = await plant.get<Recording>(`/recordings/${id}`);
    await plant.send('POST', `/recordings/${id}/approve`, { rev, hash: found.hash, statement: 'V pořádku' });
    // What comes later makes the next revision wait, and the paper says so.
    await readings((minute) => 5 + minute / 100, { minutes: 1, from: FROM + 51 * MINUTE });
    const row = await plant.get<Recording>(`/recordings/${id}`);
    const evaluation = await plant.get<RecordingEvaluation>(`/recordings/${id}/evaluation`);
    expect(evaluation.changed).toBe(true);
    for (const locale of LOCALES) {
      const { status, headers, bytes } = await file(`/recordings/${id}/report?format=pdf&locale=${locale}`);
      kept(`recording-${locale}.pdf`, bytes);
      expect(status).toBe(200);
      expect(headers.get('Content-Type')).toBe('application/pdf');
      const text = textOf(bytes);
      const [t, format] = [reportWords(locale), formatter(locale, plant.workspace.time_zone)];
      const said = [
        row.name,
        LETTERS,
        'Mléčné výrobky, 14 palet',
        'Kuřim, dveře otevřeny 14 min',
        'Vytažené čidlo',
        'V pořádku',
        t(`recordings:verdict.${evaluation.verdict}`),
        t('report-file:changed'),
        format.number(evaluation.readings),
        format.dateTime(row.revisions[0]!.signed_at!, 'second'),
        ...row.channels.flatMap((one) => {
          const { conditions, statistics } = evaluation.channels.find(({ channel_id }) => channel_id === one.channel_id)!;
          const { mean_kind: _, ...figures } = figureWords(statistics!, one, t, format);
          return [
            ...conditions.flatMap((condition) => {
              const { name, wanted, measured, margin, met, worst } = conditionWords(condition, one, t, format);
              return [name, wanted, measured, margin, met, ...(worst ? [worst.value] : [])];
            }),
            ...Object.values(figures),
          ];
        }),
      ];
      for (const one of said) expect(text, one).toContain(close(one));
      expect(text).toContain(found.hash!.slice(0, 16));
    }
  });

  it('of the same data have the same hash, whenever they are made, and of other data another', async () => {
    await readings((minute) => 5 + Math.sin(minute));
    const { id } = await create();
    const hash = async () =>
      /SHA-256hash([0-9a-f]{64})/.exec(textOf((await file(`/recordings/${id}/report?format=pdf&locale=en`)).bytes))?.[1];
    const first = await hash();
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    plant.deps.clock.advance(MINUTE);
    expect(await hash()).toBe(first);
    await readings(() => 7, { minutes: 1, from: FROM + 30 * MINUTE });
    expect(await hash()).not.toBe(first);
  });

  it('as workbooks hold numbers and dates, not their texts', async () => {
    await readings((minute) => (minute >= 30 && minute < 40 ? 9 : 5.25));
    const { id } = await create();
    const { status, bytes } = await file(`/recordings/${id}/report?format=xlsx&locale=cs`);
    expect(status).toBe(200);
    const sheets = Object.entries(unzipped(bytes)).filter(([name]) => /^xl\/worksheets\/[^/]+$/.test(name));
    const all = sheets.map(([, text]) => text).join('');
    expect(all).toContain('<v>5.25</v>');
    // 2. 3. 2026 07:00 by the clock in Prague, as spreadsheets count days.
    expect(all).toContain(`<v>${25_569 + Date.UTC(2026, 2, 2, 7) / 86_400_000}</v>`);
    expect(sheets.length).toBe(7);
  });

  it('of a time say each day of it, in three languages, and hold 25 hours of an October day', async () => {
    const from = Date.UTC(2026, 1, 23, 23) * 1_000;
    await readings((minute) => 5 + Math.sin(minute / 200) + (minute > 3_000 && minute < 3_100 ? 5 : 0), { minutes: 4 * 1_440, from });
    const statistics = await plant.get<Statistics>(
      `/channels/${channel.id}/statistics?from=${formatInstant(from)}&to=${formatInstant(from + DAY)}`,
    );
    for (const locale of LOCALES) {
      const { status, bytes } = await file(
        `/reports/period?channels=${channel.id}&from=${formatInstant(from)}&to=${formatInstant(from + 4 * DAY)}&format=pdf&locale=${locale}`,
      );
      expect(status).toBe(200);
      kept(`period-${locale}.pdf`, bytes);
      const text = textOf(bytes);
      const [t, format] = [reportWords(locale), formatter(locale, 'Europe/Prague')];
      const words = figureWords(statistics, { conversion: null, display_unit: '°C', decimals: null }, t, format);
      for (const one of [words.n, words.coverage, words.min, words.mean, words.max, words.sd]) expect(text, one).toContain(close(one));
      expect(text).toContain(close(format.date(from / 1_000, 'weekday')));
    }
  });

  it('say how long each state lasted, in its words, and which calibrations held', async () => {
    await readings((minute) => 5 + Math.sin(minute));
    const door = await makeChannel(plant.deps, plant.datalogger, {
      key: 'door',
      name: 'Vrata',
      kind: 'state',
      state_words: JSON.stringify([
        { value: 0, cs: 'zavřeno', en: 'closed', sk: 'zatvorené', tone: 'off' },
        { value: 1, cs: 'otevřeno', en: 'open', sk: 'otvorené', tone: 'warning' },
      ]),
    });
    // Open from the fifteenth minute to the twenty-fifth, and in the last five.
    await readings((minute) => ((minute >= 15 && minute < 25) || minute >= 55 ? 1 : 0), { of: door });
    await plant.send('POST', '/calibrations', {
      channel_id: channel.id,
      from: formatInstant(FROM - DAY),
      curve: { kind: 'offset', offset: -0.3 },
      laboratory: 'ČMI Brno',
      certificate: '8012-KL-T0417/25',
      calibrated_on: '2026-01-15',
      due_on: '2026-02-15',
    });
    const { id } = await create({
      channels: [
        { channel_id: channel.id, limits: LIMITS },
        { channel_id: door.id, limits: null },
      ],
    });
    for (const locale of LOCALES) {
      const { status, bytes } = await file(`/recordings/${id}/report?format=pdf&locale=${locale}`);
      expect(status).toBe(200);
      kept(`states-${locale}.pdf`, bytes);
      const text = textOf(bytes);
      const [t, format] = [reportWords(locale), formatter(locale, plant.workspace.time_zone)];
      const word = { cs: 'otevřeno', en: 'open', sk: 'otvorené' }[locale];
      // Fifteen minutes in two stretches, a quarter of the hour.
      expect(text).toContain(close(`${word}${format.interval(900)}${format.percent(0.25, 1)}2${format.interval(600)}`));
      expect(text).toContain('8012-KL-T0417/25');
      expect(text).toContain(close(t('report-file:calibrations.overdue')));
      const week = await file(
        `/reports/period?channels=${channel.id},${door.id}&from=${formatInstant(FROM)}&to=${formatInstant(FROM + HOUR)}&format=pdf&locale=${locale}`,
      );
      expect(textOf(week.bytes)).toContain('8012-KL-T0417/25');
      expect(textOf(week.bytes)).toContain(close(`${word}${format.interval(900)}`));
    }
    const { bytes } = await file(`/recordings/${id}/report?format=xlsx&locale=cs`);
    const sheets = Object.entries(unzipped(bytes)).filter(([name]) => /^xl\/worksheets\/[^/]+$/.test(name));
    // A quarter of an hour as a part of a day.
    expect(sheets.map(([, text]) => text).join('')).toContain(`<v>${900 / 86_400}</v>`);
  });

  it('of the newest whole week are those of a logger; shifts that nobody set are refused', async () => {
    await readings(() => 5, { from: TEST_NOW - 3 * DAY, minutes: 120 });
    const { status, headers } = await file(`/reports/period?datalogger_id=${plant.datalogger.id}&period=week&format=xlsx&locale=en`);
    expect(status).toBe(200);
    expect(headers.get('Content-Disposition')).toMatch(/^attachment; filename="report-2026-02-23-[0-9A-F]{4}\.xlsx"$/);
    const refused = await file(`/reports/period?datalogger_id=${plant.datalogger.id}&period=shift&format=pdf`);
    expect([refused.status, refused.code()]).toEqual([422, 'validation_failed']);
  });

  it('need the right to read, one workspace and a time that has come', async () => {
    await readings(() => 5);
    const { id } = await create();
    const other = await makeWorkspace(plant.deps, plant.organization);
    const stranger = await plant.member('viewer', other.id);
    expect((await file(`/recordings/${id}/report?format=pdf`, stranger)).status).toBe(404);
    const range = `from=${formatInstant(FROM)}&to=${formatInstant(FROM + HOUR)}&format=pdf`;
    expect((await file(`/reports/period?channels=${channel.id}&${range}`, stranger)).status).toBe(404);
    const elsewhere = await makeChannel(plant.deps, await makeDatalogger(plant.deps, other));
    expect((await file(`/reports/period?channels=${channel.id},${elsewhere.id}&${range}`)).status).toBe(422);
    const planned = await create({ from: null, to: null });
    expect((await file(`/recordings/${planned.id}/report?format=pdf`)).status).toBe(409);
  });
});
