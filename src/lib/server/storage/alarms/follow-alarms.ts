import type { WithdrawnCause } from '../../../contract/alarms.ts';
import type { AlarmSample } from '../../../domain/alarms/fold.ts';
import { type AlarmSpan, foldSample, openSpan, RULE_NORMAL, type RuleState, stateOf, surelyNormal } from '../../../domain/alarms/rule.ts';
import type { Db } from '../../kernel/database.ts';
import type { AlarmChange } from '../../kernel/reading-store.ts';
import { type CorrectedReader, correctedReader, overlayOf } from '../readings/overlay.ts';
import { readingReader } from '../readings/reading-reader.ts';
import { alarmRowsRepo, type Backlog, type StoredAlarm, type WatchedChannel } from './alarm-rows.repo.ts';
import { isSample, loadRules, type Rule } from './rules.ts';

/**
 * Alarms follow from readings, in the transaction that changes those: what changed is folded again from the last normal point before it until it
 * meets what is stored, so that late, repeated and corrected readings come to the same alarms in any order. Whoever calls holds the channels.
 */

export interface Place {
  organizationId: string;
  organizationNo: number;
}

/** Where the readings of a channel changed, microseconds. */
export interface ReadingsChange {
  channelNo: number;
  from: number;
  to: number;
  /** All samples from `from` on, where nothing before them changed; null = they are to be read. */
  appended: readonly AlarmSample[] | null;
}

export interface Means {
  now: number;
  uuid: () => string;
  cause: WithdrawnCause;
  /** The rules of a channel, where whoever asks has them at hand. */
  rules?: (channelNo: number) => readonly Rule[] | undefined;
}

/** Readings that one transaction goes through for a rule; the rest waits in `alarm_backlogs`. */
const MOST_READ = 20_000;
const FIRST_PAGE = 500;
const LATER_PAGE = 5_000;
/** Readings that are looked at for a normal point at once. */
const LOOK_BACK = 100;

export async function followAlarms(db: Db, place: Place, changes: readonly ReadingsChange[], means: Means): Promise<AlarmChange[]> {
  const told: AlarmChange[] = [];
  for (const change of changes) {
    const rules = means.rules?.(change.channelNo) ?? (await loadRules(db, place.organizationId, change.channelNo));
    if (rules.length === 0) continue;
    const repo = alarmRowsRepo({ db, organization_id: place.organizationId });
    const channel = await repo.channel(change.channelNo);
    if (channel) told.push(...(await (await following({ db, place, channel, means })).follow(rules, change)));
  }
  return told;
}

/** Goes on with what waits of one rule. The channel is held. */
export async function followBacklog(db: Db, place: Place, backlog: Backlog, means: Omit<Means, 'cause'>): Promise<AlarmChange[]> {
  const repo = alarmRowsRepo({ db, organization_id: place.organizationId });
  const channel = await repo.channelById(backlog.channel_id);
  const rule = channel && (await loadRules(db, place.organizationId, channel.no)).find(({ id }) => id === backlog.rule_id);
  if (!channel || !rule) {
    await repo.dropBacklog(backlog.rule_id);
    return [];
  }
  return (await following({ db, place, channel, means: { ...means, cause: backlog.cause } })).goOn(rule, backlog);
}

/** What is known where the fold of a stretch begins. */
interface Beginning {
  from: number;
  state: RuleState;
  /** Stored alarms from here on are the fold's to say. */
  alarmsFrom: number;
}

interface Stage {
  db: Db;
  place: Place;
  channel: WatchedChannel;
  means: Means;
}

/** Over the channel's readings as they count. */
async function following(stage: Stage): Promise<Following> {
  const { db, place, channel } = stage;
  const overlay = await overlayOf(db, place.organizationId, channel);
  return new Following(stage, correctedReader(readingReader({ db, organization_no: place.organizationNo }), overlay));
}

class Following {
  readonly #channel: WatchedChannel;
  readonly #means: Means;
  readonly #repo: ReturnType<typeof alarmRowsRepo>;
  readonly #reader: CorrectedReader;
  readonly #told: AlarmChange[] = [];

  constructor({ db, place, channel, means }: Stage, reader: CorrectedReader) {
    this.#channel = channel;
    this.#means = means;
    this.#repo = alarmRowsRepo({ db, organization_id: place.organizationId });
    this.#reader = reader;
  }

  async follow(rules: readonly Rule[], change: ReadingsChange): Promise<AlarmChange[]> {
    const { id, alarm_open } = this.#channel;
    const open = alarm_open > 0 ? await this.#repo.open(id) : [];
    const backlogs = alarm_open > 1 ? await this.#repo.backlogsOf(id) : [];
    let waits = false;
    for (const rule of rules) {
      if (change.to < rule.versions[0]!.validFrom) continue;
      const backlog = backlogs.find(({ rule_id }) => rule_id === rule.id);
      if (backlog) await this.#repo.putBacklog(joined(backlog, change));
      else if (change.appended)
        await this.#append(
          rule,
          change.appended,
          open.find(({ rule_id }) => rule_id === rule.id),
        );
      else waits = (await this.#fold(rule, { from: change.from, to: change.to, state: null })) || waits;
    }
    if (this.#told.length > 0 || waits) await this.#settle();
    return this.#told;
  }

  async goOn(rule: Rule, { from_ts, to_ts, state }: Backlog): Promise<AlarmChange[]> {
    const before = state === null ? null : (JSON.parse(state) as RuleState);
    if (!(await this.#fold(rule, { from: from_ts, to: to_ts, state: before }))) await this.#repo.dropBacklog(rule.id);
    await this.#settle();
    return this.#told;
  }

  async #settle(): Promise<void> {
    const { id, alarm_open } = this.#channel;
    const open = await this.#repo.openness(id);
    if (open !== alarm_open) await this.#repo.setOpen(id, open);
  }

  /** What is stored is the state before the first of the samples. */
  async #append(rule: Rule, samples: readonly AlarmSample[], open: StoredAlarm | undefined): Promise<void> {
    const made = madeAfter(rule, samples, open);
    if (isAsBefore(made, open)) return;
    const first = open?.since ?? samples[0]?.ts ?? 0;
    await this.#write(rule, made, await this.#repo.between(rule.id, first, Number.MAX_SAFE_INTEGER));
  }

  /** @returns whether there was more than one transaction goes through: then the rest waits */
  async #fold(rule: Rule, { from, to, state }: { from: number; to: number; state: RuleState | null }): Promise<boolean> {
    const beginning = state
      ? { from, state, alarmsFrom: openSpan(state)?.since ?? from }
      : await this.#beginning(rule, Math.max(from, rule.versions[0]!.validFrom));
    let { from: at, alarmsFrom } = beginning;
    let now = beginning.state;
    const made: AlarmSpan[] = [];
    const stored: StoredAlarm[] = [];
    let end: 'stored' | 'all' | null = null;
    let reached = at;
    for (let read = 0; end === null && read < MOST_READ; ) {
      const limit = Math.min(read === 0 ? FIRST_PAGE : LATER_PAGE, MOST_READ - read);
      const page = await this.#reader.range(this.#channel.no, { from: at, limit });
      const isLast = page.length < limit;
      reached = isLast ? Number.MAX_SAFE_INTEGER : page.at(-1)!.ts;
      stored.push(...(await this.#repo.between(rule.id, alarmsFrom, reached)));
      alarmsFrom = reached + 1;
      for (const reading of page) {
        at = reading.ts + 1;
        if (!isSample(reading)) continue;
        const { now: next, over } = foldSample(rule.versions, now, { ts: reading.ts, value: reading.num! });
        now = next;
        if (over) made.push(over);
        if (reading.ts > to && now.version === null && !stored.some((alarm) => isWithin(alarm, reading.ts))) {
          end = 'stored';
          reached = reading.ts;
          break;
        }
      }
      read += page.length;
      if (isLast) end ??= 'all';
    }
    const still = openSpan(now);
    if (still) made.push(still);
    await this.#write(
      rule,
      made,
      stored.filter(({ since }) => since <= reached),
    );
    if (end !== null) return false;
    await this.#repo.putBacklog({
      rule_id: rule.id,
      channel_id: this.#channel.id,
      from_ts: at,
      to_ts: Math.max(to, at),
      state: JSON.stringify(now),
      cause: this.#means.cause,
    });
    return true;
  }

  /** The last point before `from` at which everything was normal, or the beginning of the alarm that it lies in. */
  async #beginning(rule: Rule, from: number): Promise<Beginning> {
    const { no, pruned_to } = this.#channel;
    const within = await this.#repo.containing(rule.id, from);
    if (within) {
      const { since } = within;
      // Retention has deleted what it began with: what it had come to stands for that.
      if (pruned_to !== null && since < pruned_to)
        return { from: Math.max(from, pruned_to), state: stateOf({ ...spanOf(within), backAt: null }), alarmsFrom: since };
      return { from: since, state: RULE_NORMAL, alarmsFrom: since };
    }
    const [first] = rule.versions;
    let at = from;
    if (rule.versions.some(({ delays }) => delays.onDelay > 0))
      for (let isNormal = false; !isNormal; ) {
        const page = await this.#reader.range(no, { from: first!.validFrom, to: at, order: 'desc', limit: LOOK_BACK });
        for (const reading of page) {
          isNormal = isSample(reading) && surelyNormal(rule.versions, { ts: reading.ts, value: reading.num! });
          if (isNormal) break;
          at = reading.ts;
        }
        if (page.length < LOOK_BACK) break;
      }
    return { from: at, state: RULE_NORMAL, alarmsFrom: at };
  }

  /** Puts what the fold made in the place of what is stored of the same stretch; what was known of an alarm of the same breach stays with it. */
  async #write(rule: Rule, made: readonly AlarmSpan[], stored: readonly StoredAlarm[]): Promise<void> {
    const { id: channel_id, workspace_id, datalogger_id } = this.#channel;
    const { now, uuid, cause } = this.#means;
    const tell = (id: string) => this.#told.push({ id, workspace_id, datalogger_id });
    const byBreach = new Map(stored.map((alarm) => [`${alarm.version} ${alarm.since}`, alarm]));
    for (const span of made) {
      const key = `${span.version} ${span.since}`;
      const alarm = byBreach.get(key);
      byBreach.delete(key);
      if (!alarm) {
        const id = uuid();
        await this.#repo.insert({ id, rule_id: rule.id, channel_id, ...columnsOf(span), found_at: now }, now);
        tell(id);
      } else if (!isSame(alarm, span)) {
        await this.#repo.change(alarm, columnsOf(span), now);
        tell(alarm.id);
      }
    }
    for (const alarm of byBreach.values()) {
      if (alarm.withdrawn_at !== null) continue;
      // What never was active was told to nobody.
      if (alarm.active_at === null) await this.#repo.remove(alarm.id);
      else await this.#repo.withdraw(alarm, now, cause);
      tell(alarm.id);
    }
  }
}

/** What samples that come after everything else make of what is open. */
function madeAfter(rule: Rule, samples: readonly AlarmSample[], open: StoredAlarm | undefined): AlarmSpan[] {
  let state = open ? stateOf(spanOf(open)) : RULE_NORMAL;
  const made: AlarmSpan[] = [];
  for (const sample of samples) {
    const { now, over } = foldSample(rule.versions, state, sample);
    state = now;
    if (over) made.push(over);
  }
  const still = openSpan(state);
  return still ? [...made, still] : made;
}

function isAsBefore(made: readonly AlarmSpan[], open: StoredAlarm | undefined): boolean {
  const [only] = made;
  if (!only) return open === undefined;
  return made.length === 1 && open !== undefined && isSame(open, only);
}

/** Do samples that come after everything else leave a rule's open alarm, or that there is none, as it is? */
export const leavesAlarm = (rule: Rule, samples: readonly AlarmSample[], open: StoredAlarm | undefined): boolean =>
  isAsBefore(madeAfter(rule, samples, open), open);

function joined(backlog: Backlog, { from, to }: ReadingsChange): Backlog {
  const isBefore = from < backlog.from_ts;
  return {
    ...backlog,
    from_ts: isBefore ? from : backlog.from_ts,
    to_ts: Math.max(backlog.to_ts, to),
    state: isBefore ? null : backlog.state,
  };
}

/** Was the rule's fold within the alarm after a reading of that moment? */
const isWithin = ({ since, over_at, withdrawn_at }: StoredAlarm, ts: number): boolean =>
  withdrawn_at === null && since <= ts && (over_at === null || over_at > ts);

const spanOf = (alarm: StoredAlarm): AlarmSpan => ({
  version: alarm.version,
  since: alarm.since,
  activeAt: alarm.active_at,
  backAt: alarm.back_at,
  overAt: alarm.over_at,
  peak: alarm.peak,
  peakAt: alarm.peak_at,
});

const columnsOf = (span: AlarmSpan) => ({
  version: span.version,
  since: span.since,
  active_at: span.activeAt,
  back_at: span.backAt,
  over_at: span.overAt,
  peak: span.peak,
  peak_at: span.peakAt,
});

function isSame(alarm: StoredAlarm, span: AlarmSpan): boolean {
  const columns = columnsOf(span);
  return alarm.withdrawn_at === null && Object.entries(columns).every(([name, value]) => alarm[name as keyof typeof columns] === value);
}
