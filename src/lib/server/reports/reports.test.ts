import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Recording } from '../../contract/recordings.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import type { Row } from '../kernel/schema.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, makeChannel, makeMessage, TEST_NOW } from '../testing/testing.ts';

const MINUTE = 60e6;
const HOUR = 60 * MINUTE;
const LIMITS = { low: 2, high: 8, allowed_above_s: 1_800, allowed_below_s: 0, coverage: 0.95, kinetic_high: 8 };

/** What a PDF says, with usual spaces. */
function textOf(pdf: Uint8Array): string {
  const { stdout, status, error } = spawnSync('pdftotext', ['-layout', '-enc', 'UTF-8', '-', '-'], { input: pdf, encoding: 'utf8' });
  if (error || status !== 0) throw new Error('pdftotext is not here: .ci/run installs poppler-utils', { cause: error });
  return stdout.replace(/[\s\u00a0]+/g, ' ');
}

describe.each(ENGINES)('reports on %s', (engine) => {
  let plant: TestPlant;
  let channel: Row<'channels'>;
  beforeEach(async () => {
    plant = await testPlant(engine);
    channel = await makeChannel(plant.deps, plant.datalogger, {
      key: 'temperature',
      name: 'Náklad mezi paletami ěščřžýáíéúůťďňľĺŕôä',
      unit: '°C',
    });
  });
  const FROM = TEST_NOW - 2 * HOUR;
  async function readings(value: (minute: number) => number | null, of = channel, minutes = 61) {
    const all = Array.from({ length: minutes }, (_, i) => ({ channelNo: of.no, ts: FROM + i * MINUTE, num: value(i), text: null }));
    await plant.deps.db.readings.commit(
      makeMessage(
        plant.deps,
        plant.organization,
        plant.datalogger,
        all.filter(({ num }) => num !== null),
      ),
    );
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
  const report = async (id: string, query: string) => {
    const answer = await plant.app.request(`${plant.root}/recordings/${id}/report?${query}`, { headers: plant.headers });
    return { status: answer.status, type: answer.headers.get('Content-Type'), bytes: new Uint8Array(await answer.arrayBuffer()) };
  };

  it('of a recording are PDF in three languages', async () => {
    await readings((minute) => (minute >= 30 && minute < 40 ? 9 : minute > 50 && minute < 56 ? null : 5 + Math.sin(minute)));
    const { id } = await create();
    for (const locale of ['cs', 'en', 'sk']) {
      const { status, type, bytes } = await report(id, `format=pdf&locale=${locale}`);
      if (process.env.KEEP) writeFileSync(`/tmp/reports/${locale}.pdf`, bytes);
      expect(status).toBe(200);
      expect(type).toBe('application/pdf');
      const text = textOf(bytes);
      expect(text).toContain('Rozvoz Ivančice, vůz 4');
      expect(text.replaceAll(' ', '')).toContain('ěščřžýáíéúůťďňľĺŕôä');
    }
  });
});
