import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { type CommitLoop, loopReadings } from '../../../../../scripts/lib/commit-loop.ts';
import type { Database } from '../../kernel/database.ts';
import { systemClock } from '../../kernel/ids.ts';
import { ENGINES, makeChannel, makeDatalogger, makeOrganization, makeWorkspace, testLocation } from '../../testing/testing.ts';
import { openDatabase } from '../open.ts';
import { verifyRollups } from './verify-rollups.ts';

/** Rounds of SIGKILL on each engine; `KILLS=20` for the long run. */
const KILLS = Number(process.env.KILLS ?? 3);
const SENDERS = 8;

/** Runs the commit loop until `enough` messages were answered, then kills it; the answered counts of each sender. */
async function runAndKill(loop: CommitLoop, enough: number): Promise<number[][]> {
  const child = spawn(process.execPath, ['scripts/commit-loop.ts', JSON.stringify(loop)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const answered: number[][] = loop.channels.map(() => []);
  let total = 0;
  for await (const line of createInterface(child.stdout)) {
    const [sender, count] = line.split(' ').map(Number) as [number, number];
    answered[sender]!.push(count);
    if (++total === enough) child.kill('SIGKILL');
  }
  const [, signal] = await ended;
  expect(signal).toBe('SIGKILL');
  return answered;
}

async function storedOf(db: Database, { organization, channels }: CommitLoop, sender: number): Promise<Map<number, number | null>> {
  const rows = await db.read(organization.id, (reader) =>
    reader
      .selectFrom('readings')
      .select(['ts', 'num'])
      .where('org_no', '=', organization.no)
      .where('channel_no', '=', channels[sender]!)
      .execute(),
  );
  return new Map(rows.map(({ ts, num }) => [ts, num]));
}

async function storedBodies(db: Database, { organization }: CommitLoop): Promise<Set<string>> {
  const rows = await db.read(organization.id, (reader) =>
    reader.selectFrom('received_data').select('body').where('org_no', '=', organization.no).execute(),
  );
  return new Set(rows.map(({ body }) => new TextDecoder().decode(body)));
}

describe.each(ENGINES)('a process that is killed while it stores readings on %s', (engine) => {
  it(`loses nothing that it answered, in ${KILLS} rounds`, { timeout: 20_000 + KILLS * 10_000 }, async () => {
    const location = await testLocation(engine);
    let db = openDatabase(location, { clock: systemClock });
    await db.migrate();
    const deps = { db, clock: systemClock };
    const organization = await makeOrganization(deps);
    const datalogger = await makeDatalogger(deps, await makeWorkspace(deps, organization));
    const channels: number[] = [];
    for (let i = 0; i < SENDERS; i++) channels.push((await makeChannel(deps, datalogger)).no);
    const loop: CommitLoop = { location, organization, datalogger, channels, start: 0 };
    for (let round = 0; round < KILLS; round++) {
      await db.close();
      const answered = await runAndKill(loop, 50 + ((round * 137) % 300));
      db = openDatabase(location, { clock: systemClock });
      const bodies = await storedBodies(db, loop);
      const lost: string[] = [];
      for (const [sender, counts] of answered.entries()) {
        const stored = await storedOf(db, loop, sender);
        // The message after the last answered one may have been stored or not: it may replace a part of that one.
        const unanswered = loopReadings(channels[sender]!, sender, (counts.at(-1) ?? loop.start - 1) + 1);
        const allowed = new Map(unanswered.map(({ ts, num }) => [ts, num]));
        const expected = new Map(counts.flatMap((count) => loopReadings(channels[sender]!, sender, count)).map(({ ts, num }) => [ts, num]));
        for (const [ts, num] of expected)
          if (stored.get(ts) !== num && (!allowed.has(ts) || stored.get(ts) !== allowed.get(ts))) lost.push(`${sender} at ${ts}`);
        for (const count of counts) if (!bodies.has(`${sender} ${count}`)) lost.push(`body ${sender} ${count}`);
      }
      expect(lost).toEqual([]);
      expect((await verifyRollups(db)).differences).toEqual([]);
      loop.start = Math.max(...answered.flat()) + 2;
    }
    await db.close();
  });
});
