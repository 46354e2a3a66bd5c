import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Changes } from './changes.ts';
import { conditionOf } from './condition.ts';
import { limitsInUnit } from './in-unit.ts';
import { alarmsOf, foldSample, lastSpans, RULE_NORMAL, type RuleVersion } from './rule.ts';
import { scheduled } from './schedule.ts';
import { putSilence, silencesOf } from './silences.ts';

const S = 1_000_000;
const at = (iso: string) => Date.parse(iso) * 1_000;
const versionOf = (over: Partial<RuleVersion> = {}): RuleVersion => ({
  version: 1,
  validFrom: 0,
  condition: conditionOf({ kind: 'above', high: 8, hysteresis: 0.5 }),
  delays: { onDelay: 0, offDelay: 0 },
  ...over,
});
const series = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 60, max: 100 })), {
    selector: ([moment]) => moment,
    maxLength: 60,
  })
  .map((list) => list.toSorted((a, b) => a[0] - b[0]).map(([moment, tenths]) => ({ ts: moment * S, value: tenths / 10 })));

describe('changes', () => {
  it('are those against the oldest sample of the window, and nothing after a silence', () => {
    const changes = new Changes(300 * S);
    const rows = [
      [0, 20],
      [100, 22],
      [300, 25],
      [301, 26],
      [900, 40],
    ].map(([moment, value]) => changes.next({ ts: moment! * S, value: value! }).change!(300 * S));
    expect(rows).toEqual([null, 2, 5, 4, null]);
  });

  it('of any windows are what looking at every sample gives', () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 500 }), (list, one, other) => {
        const changes = new Changes(Math.max(one, other) * S);
        for (const [place, sample] of list.entries()) {
          const { change } = changes.next(sample);
          for (const window of [one * S, other * S]) {
            const base = list.slice(0, place).find(({ ts }) => ts >= sample.ts - window);
            expect(change!(window)).toBe(base ? sample.value - base.value : null);
          }
        }
      }),
    );
  });

  it('have limits of which the nearer one is beyond the hysteresis', () => {
    const condition = conditionOf({ kind: 'rate', low: -2, high: 3, hysteresis: 1 });
    expect([-2.1, -2, -0.9, 0, 2, 2.5, 3, 3.1].map(condition.breaches)).toEqual([true, false, false, false, false, false, false, true]);
    expect([-2.1, -1.5, -1, 0, 2, 2.5, 3.1].map(condition.isBack)).toEqual([false, false, true, true, true, false, false]);
    for (const wrong of [
      { low: null, high: null },
      { low: 1, high: null },
      { low: null, high: -1 },
      { low: -1, high: 5 },
    ])
      expect(() => conditionOf({ kind: 'rate', hysteresis: 1, ...wrong })).toThrow(RangeError);
  });
});

describe('silences', () => {
  const version = versionOf({ condition: conditionOf({ kind: 'no_data' }), delays: { onDelay: 300 * S, offDelay: 0 }, validFrom: 100 * S });
  const spans = (versions: RuleVersion[], from: number, to: number | null, now: number) =>
    silencesOf(versions, { from: from * S, to: to === null ? null : to * S, now: now * S }).map((span) => [
      span.version,
      span.since / S,
      span.activeAt! / S,
      span.overAt === null ? null : span.overAt / S,
      span.peak,
    ]);

  it('begin with the rule, last longer than its delay, and end with a reading', () => {
    expect(spans([version], 0, 400, 900)).toEqual([]);
    expect(spans([version], 0, 401, 900)).toEqual([[1, 100, 400, 401, 301]]);
    expect(spans([version], 500, null, 800)).toEqual([]);
    expect(spans([version], 500, null, 900)).toEqual([[1, 500, 800, null, 300]]);
  });

  it('that aren’t one yet begin anew with another version, others stay with theirs', () => {
    const second = { ...version, version: 2, validFrom: 600 * S, delays: { onDelay: 60 * S, offDelay: 0 } };
    expect(spans([version, second], 500, null, 900)).toEqual([[2, 600, 660, null, 60]]);
    expect(spans([version, second], 200, null, 900)).toEqual([[1, 200, 500, null, 300]]);
  });

  it('go on with the one before when they begin within the cool-down of its version, with the longer silence', () => {
    const cooled = { ...version, coolDown: 100 * S };
    const second = { ...cooled, version: 2, validFrom: 5_000 * S };
    const fold = (edges: readonly number[]) => {
      const all: ReturnType<typeof silencesOf> = [];
      for (const [at, from] of edges.entries())
        for (const span of silencesOf([cooled, second], { from: from * S, to: (edges[at + 1] ?? 9_000) * S, now: 9_000 * S }))
          putSilence([cooled, second], all, span);
      return all.map(({ version: of, since, overAt, peak }) => [of, since / S, overAt! / S, peak]);
    };
    // 600 to 699 is within 100 s; 1,100 to 1,200 isn't.
    expect(fold([200, 600, 699, 1_100, 1_200, 8_900]).slice(0, 2)).toEqual([
      [1, 200, 1_100, 401],
      [1, 1_200, 8_900, 7_700],
    ]);
    expect(fold([4_500, 4_990, 5_010, 8_900])).toEqual([
      [1, 4_500, 4_990, 490],
      [2, 5_010, 8_900, 3_890],
    ]);
  });

  it('are told when the hours of the rule begin', () => {
    const counts = (ts: number) => ts >= 3_600 * S;
    const scheduledVersion = { ...version, delays: { ...version.delays, counts } };
    expect(spans([scheduledVersion], 500, null, 3_000)).toEqual([]);
    expect(spans([scheduledVersion], 500, 3_700, 9_000)).toEqual([[1, 500, 3_600, 3_700, 3_200]]);
  });
});

describe('a schedule', () => {
  it('is what the clock of its zone shows, also on days of 23 and 25 hours', () => {
    const counts = scheduled({ zone: 'Europe/Prague', spans: [{ days: [7], from: 120, to: 180 }] });
    // On 29 March 2026 the clock goes from 2:00 to 3:00, on 25 October it shows 2:00 to 3:00 twice.
    expect(['2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z'].map((iso) => counts(at(iso)))).toEqual([false, false]);
    expect(
      ['2026-10-24T23:59:59Z', '2026-10-25T00:00:00Z', '2026-10-25T01:30:00Z', '2026-10-25T02:00:00Z'].map((iso) => counts(at(iso))),
    ).toEqual([false, true, true, false]);
  });

  it('goes over midnight and from Sunday to Monday', () => {
    const counts = scheduled({ zone: 'UTC', spans: [{ days: [7], from: 1_320, to: 360 }] });
    const moments = [
      '2026-03-01T21:59:59Z',
      '2026-03-01T22:00:00Z',
      '2026-03-02T05:59:59Z',
      '2026-03-02T06:00:00Z',
      '2026-03-03T01:00:00Z',
    ];
    expect(moments.map((iso) => counts(at(iso)))).toEqual([false, true, true, false, false]);
  });

  it('lets no breach begin outside, and what is active go on', () => {
    const counts = (ts: number) => ts >= 100 * S && ts < 200 * S;
    const rows = [
      [50, 9],
      [120, 9],
      [250, 9],
      [300, 7],
      [350, 9],
    ].map(([moment, value]) => ({ ts: moment! * S, value: value! }));
    const made = alarmsOf([versionOf({ delays: { onDelay: 0, offDelay: 0, counts } })], rows);
    expect(made.map(({ since, overAt }) => [since / S, overAt! / S])).toEqual([[120, 300]]);
  });
});

describe('a cool-down', () => {
  const coolDown = 200 * S;
  it('joins what a rule without it tells apart, where less than its time lies between', () => {
    fc.assert(
      fc.property(series, (list) => {
        const joined: [number, number | null][] = [];
        for (const { since, overAt } of alarmsOf([versionOf()], list)) {
          const last = joined.at(-1);
          if (last && since - last[1]! < coolDown) last[1] = overAt;
          else joined.push([since, overAt]);
        }
        expect(alarmsOf([versionOf({ coolDown })], list).map(({ since, overAt }) => [since, overAt])).toEqual(joined);
      }),
    );
  });

  it('is the same when the fold begins again at any point at which nothing is left of an alarm', () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 0, max: 100 }), (list, delay) => {
        const versions = [versionOf({ coolDown, delays: { onDelay: delay * S, offDelay: 0 } })];
        const whole = alarmsOf(versions, list);
        let state = RULE_NORMAL;
        for (const [place, sample] of list.entries()) {
          if (lastSpans(state).length === 0)
            expect([...whole.filter(({ since }) => since < sample.ts), ...alarmsOf(versions, list.slice(place))]).toEqual(whole);
          state = foldSample(versions, state, sample).now;
        }
      }),
    );
  });
});

describe('limits of a sensor type', () => {
  it('are in the unit of the channel, differences by their scale', () => {
    const limits = { kind: 'outside', low: 2, high: 8, hysteresis: 0.5 };
    expect(limitsInUnit(limits, null, 'temperature', 'Cel')).toEqual(limits);
    expect(limitsInUnit(limits, '°F', 'temperature', 'Cel')).toEqual({ kind: 'outside', low: 35.6, high: 46.4, hysteresis: 0.9 });
    expect(limitsInUnit({ ...limits, kind: 'rate', low: -2 }, '°F', 'temperature', 'Cel')).toMatchObject({ low: -3.6, high: 14.4 });
    expect(limitsInUnit(limits, 'dílky', 'temperature', 'Cel')).toBeNull();
    expect(limitsInUnit(limits, 'dílky', 'custom', 'dílky')).toEqual(limits);
  });
});
