import type { WithdrawnCause } from '../../../contract/alarms.ts';
import { Changes } from '../../../domain/alarms/changes.ts';
import type { AlarmSample } from '../../../domain/alarms/fold.ts';
import { type AlarmSpan, foldSample, lastSpans, RULE_NORMAL, type RuleState, stateOf, surelyNormal } from '../../../domain/alarms/rule.ts';
import { goesOn, putSilence, silencesOf } from '../../../domain/alarms/silences.ts';
import type { Db } from '../../kernel/database.ts';
import type { AlarmChange } from '../../kernel/reading-store.ts';
import { type CorrectedReader, correctedReader, overlayOf } from '../readings/overlay.ts';
import { readingReader } from '../readings/reading-reader.ts';
import { type AlarmRows, alarmRowsRepo, type Backlog, type StoredAlarm, type Watch, type WatchedChannel } from './alarm-rows.repo.ts';
import { type AlarmReading, isSound, loadRules, type Rule, sampleOf } from './rules.ts';

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
  /** All readings from `from` on in their order, where nothing before them changed; null = they are to be read. */
  appended: readonly AlarmReading[] | null;
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
    await repo.dropBacklog(backlog);
    return [];
  }
  return (await following({ db, place, channel, means: { ...means, cause: backlog.cause } })).goOn(rule, backlog);
}

/** Looks whether a channel that is watched for silence is silent now. The channel is held. */
export async function followSilence(db: Db, place: Place, watch: Watch, means: Omit<Means, 'cause'>): Promise<AlarmChange[]> {
  const channel = await alarmRowsRepo({ db, organization_id: place.organizationId }).channelById(watch.channel_id);
  const rule = channel && (await loadRules(db, place.organizationId, channel.no)).find(({ id }) => id === watch.rule_id);
  if (!channel || rule?.family !== 'silence') return [];
  return (await following({ db, place, channel, means: { ...means, cause: 'readings' } })).lookAt(rule);
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
async function following({ db, place, channel, means }: Stage): Promise<Following> {
  const overlay = await overlayOf(db, place.organizationId, channel);
  const reader = correctedReader(readingReader({ db, organization_no: place.organizationNo }), overlay);
  return new Following({ channel, means, repo: alarmRowsRepo({ db, organization_id: place.organizationId }), reader });
}

/** Folds rules over the readings of one channel, and puts what they make in the place of what is stored. */
export class Following {
  readonly #channel: WatchedChannel;
  readonly #means: Means;
  readonly #repo: AlarmRows;
  readonly #reader: Pick<CorrectedReader, 'range'>;
  readonly #told: AlarmChange[] = [];

  constructor({
    channel,
    means,
    repo,
    reader,
  }: Pick<Stage, 'channel' | 'means'> & {
    repo: AlarmRows;
    /** Of the channel's readings as they count. */
    reader: Pick<CorrectedReader, 'range'>;
  }) {
    this.#channel = channel;
    this.#means = means;
    this.#repo = repo;
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
      else if (change.appended && rule.family !== 'silence')
        waits =
          (await this.#append(
            rule,
            { ...change, appended: change.appended },
            open.find(({ rule_id }) => rule_id === rule.id),
          )) || waits;
      else waits = (await this.#fold(rule, { from: change.from, to: change.to, state: null })) || waits;
    }
    if (this.#told.length > 0 || waits) await this.#settle();
    return this.#told;
  }

  async goOn(rule: Rule, { from_ts, to_ts, state }: Backlog): Promise<AlarmChange[]> {
    const before = state === null ? null : (JSON.parse(state) as RuleState);
    if (!(await this.#fold(rule, { from: from_ts, to: to_ts, state: before }))) await this.#repo.dropBacklog(this.#watch(rule));
    await this.#settle();
    return this.#told;
  }

  /** As when readings came; the channel may have none since. */
  async lookAt(rule: Rule): Promise<AlarmChange[]> {
    await this.#silence(rule, { from: this.#means.now, to: this.#means.now, state: null });
    if (this.#told.length > 0) await this.#settle();
    return this.#told;
  }

  #watch({ id }: Rule): Watch {
    return { rule_id: id, channel_id: this.#channel.id };
  }

  async #settle(): Promise<void> {
    const { id, alarm_open } = this.#channel;
    const open = await this.#repo.openness(id);
    if (open !== alarm_open) await this.#repo.setOpen(id, open);
  }

  /** What is stored is the state before the first of the readings. @returns as {@link #fold} */
  async #append(
    rule: Rule,
    { from, to, appended }: ReadingsChange & { appended: readonly AlarmReading[] },
    open: StoredAlarm | undefined,
  ): Promise<boolean> {
    const see = await this.#seeing(rule, from);
    const samples = appended.map(see).filter((sample) => sample !== null);
    const made = madeAfter(rule, samples, open);
    if (isAsBefore(made, open)) return false;
    // It may go on with an alarm that is over.
    if (rule.coolDown > 0 && (open?.active_at ?? null) === null) return this.#fold(rule, { from, to, state: null });
    const first = open?.since ?? samples[0]?.ts ?? 0;
    await this.#write(rule, made, await this.#repo.between(this.#watch(rule), first, Number.MAX_SAFE_INTEGER));
    return false;
  }

  /** What the rule makes of readings that follow each other from a moment on. */
  async #seeing({ family, window }: Rule, from: number): Promise<(reading: AlarmReading) => AlarmSample | null> {
    if (window === 0) return (reading) => sampleOf(family, reading);
    const changes = new Changes(window);
    const see = (reading: AlarmReading) => {
      const sample = sampleOf(family, reading);
      return sample && changes.next(sample);
    };
    for (const reading of await this.#reader.range(this.#channel.no, { from: from - window, to: from })) see(reading);
    return see;
  }

  /** @returns whether there was more than one transaction goes through: then the rest waits */
  async #fold(rule: Rule, { from, to, state }: { from: number; to: number; state: RuleState | null }): Promise<boolean> {
    if (rule.family === 'silence') return this.#silence(rule, { from, to, state });
    const beginning = state
      ? { from, state, alarmsFrom: lastSpans(state)[0]?.since ?? from }
      : await this.#beginning(rule, Math.max(from, rule.versions[0]!.validFrom));
    let { from: at, alarmsFrom } = beginning;
    let now = beginning.state;
    const made: AlarmSpan[] = [];
    const stored: StoredAlarm[] = [];
    const see = await this.#seeing(rule, at);
    let end: 'stored' | 'all' | null = null;
    let reached = at;
    for (let read = 0; end === null && read < MOST_READ; ) {
      const limit = Math.min(read === 0 ? FIRST_PAGE : LATER_PAGE, MOST_READ - read);
      const page = await this.#reader.range(this.#channel.no, { from: at, limit });
      const isLast = page.length < limit;
      reached = isLast ? Number.MAX_SAFE_INTEGER : page.at(-1)!.ts;
      stored.push(...(await this.#repo.between(this.#watch(rule), alarmsFrom, reached)));
      alarmsFrom = reached + 1;
      for (const reading of page) {
        at = reading.ts + 1;
        const sample = see(reading);
        if (!sample) continue;
        const { now: next, over } = foldSample(rule.versions, now, sample);
        now = next;
        if (over) made.push(over);
        const isNormal = now.version === null && !now.former;
        if (isNormal && reading.ts > to + rule.window && !stored.some((alarm) => isWithin(alarm, reading.ts, rule.coolDown))) {
          end = 'stored';
          reached = reading.ts;
          break;
        }
      }
      read += page.length;
      if (isLast) end ??= 'all';
    }
    made.push(...lastSpans(now));
    await this.#write(
      rule,
      made,
      stored.filter(({ since }) => since <= reached),
    );
    if (end !== null) return false;
    await this.#wait(rule, { from: at, to: Math.max(to, at), state: JSON.stringify(now) });
    return true;
  }

  async #wait(rule: Rule, { from, to, state }: { from: number; to: number; state: string | null }): Promise<void> {
    await this.#repo.putBacklog({ ...this.#watch(rule), from_ts: from, to_ts: to, state, cause: this.#means.cause });
  }

  /**
   * Silences from the last reading before what changed to the first one after it from which on nothing goes on with what is made or stored, the
   * last of them by the clock.
   * @returns as {@link #fold}
   */
  async #silence(rule: Rule, { from, to, state }: { from: number; to: number; state: RuleState | null }): Promise<boolean> {
    const { no } = this.#channel;
    const { now } = this.#means;
    const { made, first, ...beginning } = await this.#silenceBeginning(rule, from, state);
    let { before, at } = beginning;
    const stored: StoredAlarm[] = [];
    let storedTo = first - 1;
    let next: number | null = null;
    let read = 0;
    for (let isLast = false; !isLast && next === null && read < MOST_READ; ) {
      const limit = Math.min(read === 0 ? FIRST_PAGE : LATER_PAGE, MOST_READ - read);
      const page = await this.#reader.range(no, { from: at, limit });
      isLast = page.length < limit;
      if (rule.coolDown > 0 && page.length > 0) {
        const reached = page.at(-1)!.ts;
        stored.push(...(await this.#repo.between(this.#watch(rule), storedTo + 1, reached)));
        storedTo = Math.max(storedTo, reached);
      }
      for (const reading of page) {
        at = reading.ts + 1;
        if (!isSound(reading)) continue;
        for (const span of silencesOf(rule.versions, { from: before, to: reading.ts, now })) putSilence(rule.versions, made, span);
        before = reading.ts;
        if (before <= to || (rule.coolDown > 0 && isCooling(rule, before, made, stored))) continue;
        next = before;
        break;
      }
      read += page.length;
      if (isLast && next === null)
        for (const span of silencesOf(rule.versions, { from: before, to: null, now })) putSilence(rule.versions, made, span);
    }
    const waits = next === null && read >= MOST_READ;
    const until = next ?? (waits ? before : Number.MAX_SAFE_INTEGER);
    await this.#write(rule, made, await this.#repo.between(this.#watch(rule), first, until - 1));
    const former = made.at(-1);
    const kept = former && goesOn(rule.versions, former, before) ? JSON.stringify({ ...RULE_NORMAL, former }) : null;
    if (waits) await this.#wait(rule, { from: at, to: Math.max(to, at), state: kept });
    return waits;
  }

  /** Where the silences of a stretch begin: the last reading before it, or the alarm that goes on with what comes. Stored ones from `first` on are theirs to say. */
  async #silenceBeginning(rule: Rule, from: number, state: RuleState | null) {
    const { pruned_to } = this.#channel;
    const start = rule.versions[0]!.validFrom;
    const before = await this.#lastSound(start, from);
    const at = Math.max(from, start);
    if (state?.former) return { made: [state.former], first: Math.min(before, state.former.since), before, at };
    const within = rule.coolDown > 0 ? await this.#within(rule, before) : undefined;
    if (!within) return { made: [] as AlarmSpan[], first: before, before, at };
    const { since } = within;
    // Retention has deleted what it began with: what it had come to stands for that.
    if (pruned_to !== null && since < pruned_to)
      return { made: [{ ...spanOf(within), overAt: within.over_at ?? before }], first: since, before, at };
    return { made: [] as AlarmSpan[], first: since, before: since, at: since };
  }

  /** The last reading before a moment that ends a silence; `start` when there is none. */
  async #lastSound(start: number, from: number): Promise<number> {
    for (let until = from; until > start; ) {
      const page = await this.#reader.range(this.#channel.no, { from: start, to: until, order: 'desc', limit: LOOK_BACK });
      const last = page.find(isSound);
      if (last) return last.ts;
      if (page.length < LOOK_BACK) break;
      until = page.at(-1)!.ts;
    }
    return start;
  }

  /** The last point before `from` at which everything was normal, or the beginning of the alarm that it lies in. */
  async #beginning(rule: Rule, from: number): Promise<Beginning> {
    const { no, pruned_to } = this.#channel;
    const within = await this.#within(rule, from);
    if (within) {
      const { since } = within;
      // Retention has deleted what it began with: what it had come to stands for that.
      if (pruned_to !== null && since < pruned_to)
        return { from: Math.max(from, pruned_to), state: stateOf({ ...spanOf(within), backAt: null }), alarmsFrom: since };
      return { from: since, state: RULE_NORMAL, alarmsFrom: since };
    }
    const isDelayed = rule.versions.some(({ delays }) => delays.onDelay > 0);
    const at = !isDelayed ? from : rule.window > 0 ? await this.#normalChange(rule, from) : await this.#normalValue(rule, no, from);
    return { from: at, state: RULE_NORMAL, alarmsFrom: at };
  }

  /** The alarm that the change lies in, or the first one of those that go on with each other. */
  async #within(rule: Rule, from: number): Promise<StoredAlarm | undefined> {
    let first = await this.#repo.containing(this.#watch(rule), from, rule.coolDown);
    while (first && rule.coolDown > 0) {
      const before = await this.#repo.containing(this.#watch(rule), first.since, rule.coolDown);
      if (!before) break;
      first = before;
    }
    return first;
  }

  async #normalValue(rule: Rule, no: number, from: number): Promise<number> {
    let at = from;
    for (let isNormal = false; !isNormal; ) {
      const page = await this.#reader.range(no, { from: rule.versions[0]!.validFrom, to: at, order: 'desc', limit: LOOK_BACK });
      for (const reading of page) {
        const sample = sampleOf(rule.family, reading);
        isNormal = sample !== null && surelyNormal(rule.versions, sample);
        if (isNormal) break;
        at = reading.ts;
      }
      if (page.length < LOOK_BACK) break;
    }
    return at;
  }

  /** The same of changes, which are known forwards only: stretches that grow are gone through. */
  async #normalChange(rule: Rule, from: number): Promise<number> {
    const start = rule.versions[0]!.validFrom;
    let length = rule.window + Math.max(...rule.versions.map(({ delays }) => delays.onDelay));
    for (;;) {
      const lower = Math.max(start, from - length);
      const see = await this.#seeing(rule, lower);
      let normal: number | null = null;
      for (const reading of await this.#reader.range(this.#channel.no, { from: lower, to: from })) {
        const sample = see(reading);
        if (sample && surelyNormal(rule.versions, sample)) normal = reading.ts;
      }
      if (normal !== null) return normal;
      if (lower === start) return start;
      length *= 4;
    }
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
        const latch = rule.latched.has(span.version) ? 1 : 0;
        await this.#repo.insert({ id, rule_id: rule.id, channel_id, ...columnsOf(span), latch, found_at: now }, now);
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
  return [...made, ...lastSpans(state)];
}

function isAsBefore(made: readonly AlarmSpan[], open: StoredAlarm | undefined): boolean {
  const [only] = made;
  if (!only) return open === undefined;
  return made.length === 1 && open !== undefined && isSame(open, only);
}

/** Do readings that come after everything else leave a rule's open alarm, or that there is none, as it is? */
export function leavesAlarm(rule: Rule, readings: readonly AlarmReading[], open: StoredAlarm | undefined): boolean {
  // What is silent isn't any more, and a change takes readings of before.
  if (rule.family === 'silence' || rule.window > 0) return false;
  const samples = readings.map((reading) => sampleOf(rule.family, reading)).filter((sample) => sample !== null);
  return isAsBefore(madeAfter(rule, samples, open), open);
}

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
const isWithin = ({ since, over_at, withdrawn_at }: StoredAlarm, ts: number, coolDown: number): boolean =>
  withdrawn_at === null && since <= ts && (over_at === null || over_at + coolDown > ts);

/** Could a silence that begins with the reading go on with what was made, or with what was stored before? */
const isCooling = (rule: Rule, ts: number, made: readonly AlarmSpan[], stored: readonly StoredAlarm[]): boolean =>
  (made.length > 0 && goesOn(rule.versions, made.at(-1)!, ts)) ||
  stored.some((alarm) => alarm.since < ts && isWithin(alarm, ts, rule.coolDown));

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
