import { createHash } from 'node:crypto';
import type { ChannelEvidence, EvaluatedChannel, JudgedChannel, RecordingEvaluation, RecordingLimits } from '../../contract/recordings.ts';
import type { Verdict } from '../../contract/verdicts.ts';
import { recordingVerdict, verdictFold } from '../../domain/readings/verdict.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import type { Ctx } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { ofReadings, unitIn } from '../readings/statistics.ts';
import { correctedReader, type Markable, overlayOf } from '../storage/readings/overlay.ts';
import { readingReader } from '../storage/readings/reading-reader.ts';
import { HASH_VERSION, heldCalibrations } from './held-calibrations.ts';
import type { ChannelRow, RecordingRow } from './recordings.repo.ts';
import { readLimits, readSnapshot, type Snapshot } from './snapshot.ts';

/** Parts of a recording by which it is told where readings changed. */
export const PARTS = 100;
/** Readings of one statement. */
const PAGE = 20_000;
/** Characters of the hash of a part. */
const PART_HASH = 8;

/** What a revision keeps of a channel. */
export interface StoredEvidence extends ChannelEvidence {
  /** Of each hundredth of the recording the beginning of the SHA-256 of its readings; empty = it has none. */
  parts: string[];
}
export interface Found {
  /** By which lines the hash is made. */
  version: number;
  evaluation: RecordingEvaluation;
  evidence: StoredEvidence[];
}

/** What somebody signed. */
export interface SignedHash {
  hash: string;
  version: number;
}

const NO_LIMITS: RecordingLimits = {
  low: null,
  high: null,
  allowed_above_s: 0,
  allowed_below_s: 0,
  coverage: 0,
  kinetic_high: null,
};
const isNumeric = ({ kind }: Snapshot): boolean => kind === 'gauge' || kind === 'counter';

/**
 * Verdict, figures and hash of a recording by its readings as they are now; needs no more room for a year than for an hour.
 *
 * The hash is SHA-256 over lines of UTF-8, each a JSON array as JSON.stringify writes it and a line feed: the recording, then of each channel in its
 * order the channel, its limits, its calibrations (version 2), and its readings by time with what they are worth, see decisions 0028 and 0030.
 * @param row one that has begun
 * @param signed hash of its newest signed revision, and by which version; null = there is none
 */
export async function evaluate(
  ctx: Pick<Ctx, 'db' | 'organization' | 'clock'>,
  db: Db,
  { row, channels, signed }: { row: RecordingRow; channels: readonly ChannelRow[]; signed: SignedHash | null },
): Promise<Found> {
  const now = ctx.clock.now();
  const from = row.from_ts!;
  const ended = row.to_ts !== null && row.to_ts <= now;
  const to = Math.max(from + 1, ended ? row.to_ts! : now);
  const hash = createHash('sha256');
  const line = (values: readonly unknown[]) => hash.update(`${JSON.stringify(values)}\n`);
  // What was signed is compared by the lines that were signed.
  const version = signed?.version ?? HASH_VERSION;
  line(['recording', version, row.id, row.purpose, from, row.to_ts]);

  const evaluated: EvaluatedChannel[] = [];
  const evidence: StoredEvidence[] = [];
  let readings = 0;
  for (const channel of channels) {
    const snapshot = readSnapshot(channel.snapshot);
    const limits = readLimits(channel.limits);
    const held = await heldCalibrations(ctx, db, { channel, workspaceId: row.workspace_id, from, to });
    const found = { ...(await judged(ctx, db, { channel, snapshot, limits, from, to })), calibrations: held.shown };
    // Of one that runs nothing is passed yet.
    const one = { ...found, verdict: found.verdict === 'passed' && !ended ? ('not_decided' as const) : found.verdict };
    evaluated.push(one);
    line(['channel', channel.channel_id, snapshot.key, snapshot.name, snapshot.kind, snapshot.unit]);
    const { low, high, allowed_above_s, allowed_below_s, coverage, kinetic_high } = limits ?? NO_LIMITS;
    line(['limits', limits !== null, low, high, allowed_above_s, allowed_below_s, coverage, kinetic_high]);
    if (version >= 2) for (const one of held.lines) line(one);
    const counted = { no: channel.channel_no, mark_rev: channel.mark_rev };
    const hashed = await hashReadings(ctx, db, { channel: counted, from, to }, line);
    readings += hashed.n;
    const figures = one.statistics;
    evidence.push({
      channel_id: channel.channel_id,
      n: hashed.n,
      left_out: figures?.left_out ?? 0,
      coverage: figures?.coverage ?? null,
      min: figures?.min ?? null,
      max: figures?.max ?? null,
      mean: figures?.mean ?? null,
      verdict: one.verdict,
      calibrations: held.shown,
      parts: hashed.parts,
    });
  }
  const digest = hash.digest('hex');
  return {
    version,
    evaluation: {
      from: formatInstant(from),
      to: formatInstant(to),
      ended,
      verdict: recordingVerdict(
        evaluated.map(({ verdict }): Verdict | null => verdict),
        ended,
      ),
      channels: evaluated,
      hash: ended ? digest : null,
      readings,
      changed: signed !== null && signed.hash !== digest,
      pruned: channels.some(({ pruned_to }) => pruned_to !== null && from < pruned_to) && row.approved_at === null,
    },
    evidence,
  };
}

/** Verdict and figures of one channel over a time. @param asked microseconds */
export async function judged(
  ctx: Pick<Ctx, 'db' | 'organization'>,
  db: Db,
  asked: {
    channel: Pick<ChannelRow, 'channel_id' | 'channel_no' | 'mark_rev'>;
    snapshot: Snapshot;
    limits: RecordingLimits | null;
    from: number;
    to: number;
  },
): Promise<JudgedChannel> {
  const { channel, snapshot, limits, from, to } = asked;
  if (!isNumeric(snapshot))
    return {
      channel_id: channel.channel_id,
      verdict: null,
      conditions: [],
      gaps: [],
      gap_count: 0,
      missing_s: 0,
      excursions: [],
      statistics: null,
    };
  const unit = { unit: snapshot.own_unit };
  const sensor = snapshot.quantity === null ? null : { quantity: snapshot.quantity };
  let fold: ReturnType<typeof verdictFold> | undefined;
  const statistics = await ofReadings(ctx, db, {
    channel: { no: channel.channel_no, mark_rev: channel.mark_rev },
    window: { from, to },
    limits: { above: limits?.high ?? null, below: limits?.low ?? null },
    mean: snapshot.mean,
    celsius: unitIn('temperature', unit, sensor),
    watt: unitIn('power', unit, sensor),
    humidity: null,
    interval: snapshot.interval_s,
    beside: (gap) => {
      fold = verdictFold({ from, to, gap, limits: limits ?? NO_LIMITS });
      return fold;
    },
  });
  const { verdict, conditions, gaps, gap_count, missing_us, excursions } = fold!.result(statistics.kinetic_c);
  return {
    channel_id: channel.channel_id,
    verdict: limits === null ? null : verdict,
    conditions: limits === null ? [] : conditions,
    gaps,
    gap_count,
    missing_s: missing_us / 1e6,
    excursions,
    statistics,
  };
}

/** Gives each reading, as it counts, to `line` as `[ts, num, text, quality]`. */
async function hashReadings(
  ctx: Pick<Ctx, 'organization'>,
  db: Db,
  { channel, from, to }: { channel: Markable; from: number; to: number },
  line: (values: readonly unknown[]) => void,
): Promise<{ n: number; parts: string[] }> {
  const overlay = await overlayOf(db, ctx.organization.id, channel);
  const reader = correctedReader(readingReader({ db, organization_no: ctx.organization.no }), overlay);
  const parts = Array.from({ length: PARTS }, () => '');
  const width = (to - from) / PARTS;
  let n = 0;
  let at = -1;
  let part = createHash('sha256');
  const close = () => {
    if (at >= 0) parts[at] = part.digest('hex').slice(0, PART_HASH);
    part = createHash('sha256');
  };
  for (let since = from; ; ) {
    const page = await reader.range(channel.no, { from: since, to, limit: PAGE });
    for (const { ts, num, text, quality } of page) {
      const place = Math.min(PARTS - 1, Math.floor((ts - from) / width));
      if (place !== at) {
        close();
        at = place;
      }
      const values = [ts, num, text, quality];
      line(values);
      part.update(`${JSON.stringify(values)}\n`);
    }
    n += page.length;
    if (page.length < PAGE) break;
    since = page.at(-1)!.ts + 1;
  }
  close();
  return { n, parts };
}

/** Stretches in which two revisions of a channel differ, as parts of the recording that lie together. */
export function changedParts(before: readonly string[], after: readonly string[]): { first: number; last: number }[] {
  const found: { first: number; last: number }[] = [];
  for (let at = 0; at < PARTS; at++) {
    if (before[at] === after[at]) continue;
    const last = found.at(-1);
    if (last?.last === at - 1) last.last = at;
    else found.push({ first: at, last: at });
  }
  return found;
}
