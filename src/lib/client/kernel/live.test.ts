import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '../../contract/events.ts';
import { backoff, createLive, type Live, type LiveDeps, type LiveMessage } from './live.ts';

/** Lets everything run on that waits for nothing but a promise kept already. */
const flushPromises = async () => {
  for (let i = 0; i < 30; i++) await Promise.resolve();
};

interface Connection {
  lastEventId: string | null;
  signal: AbortSignal;
  send(text: string): Promise<void>;
  end(): Promise<void>;
  lose(): Promise<void>;
}

/** A server, a clock and a browser's tabs, all in the hand of the test. */
function world() {
  const connections: Connection[] = [];
  const waits: { run: () => void; ms: number }[] = [];
  const hearers = new Map<number, (message: LiveMessage) => void>();
  const candidates: { work: () => Promise<void>; signal: AbortSignal }[] = [];
  let leader: AbortSignal | null = null;
  let wake: (() => void) | null = null;
  let tabs = 0;
  let isSilent = false;
  const state = { now: 1_000_000, status: 200, refreshed: 0, refreshFails: false };

  function electNext(): void {
    while (leader === null) {
      const next = candidates.shift();
      if (!next) return;
      if (next.signal.aborted) continue;
      leader = next.signal;
      void next.work().then(() => {
        leader = null;
        electNext();
      });
    }
  }

  const deps: LiveDeps = {
    async open(lastEventId, signal) {
      let controller!: ReadableStreamDefaultController<Uint8Array>;
      const body = new ReadableStream<Uint8Array>({
        start(given) {
          controller = given;
        },
      });
      signal.addEventListener('abort', () => {
        try {
          controller.error(new Error('aborted'));
        } catch {
          // Ended before.
        }
      });
      connections.push({
        lastEventId,
        signal,
        send: (text) => {
          controller.enqueue(new TextEncoder().encode(text));
          return flushPromises();
        },
        end: () => {
          controller.close();
          return flushPromises();
        },
        lose: () => {
          controller.error(new Error('network'));
          return flushPromises();
        },
      });
      return { status: state.status, body };
    },
    async refresh() {
      state.refreshed++;
      if (state.refreshFails) throw new Error('refused');
    },
    now: () => state.now,
    random: () => 0.5,
    timers: {
      setTimeout(run, ms) {
        const wait = { run, ms };
        waits.push(wait);
        return wait;
      },
      clearTimeout(timer) {
        const at = waits.indexOf(timer as (typeof waits)[number]);
        if (at >= 0) waits.splice(at, 1);
      },
    },
    wake(run) {
      wake = run;
      return () => {
        wake = null;
      };
    },
  };
  return {
    connections,
    state,
    waits,
    deps,
    wakeUp: () => wake?.(),
    /** From now on tabs that ask where the stream stands are not heard. */
    silence: () => {
      isSilent = true;
    },
    /** A tab that shares the stream with the others. */
    tab(from: string | null = null): { live: Live; events: LiveEvent[] } {
      const me = tabs++;
      const live = createLive({
        ...deps,
        from,
        channel: {
          post: (message) => {
            if (isSilent && message.type === 'hello') return;
            for (const [id, hear] of hearers) if (id !== me) hear(structuredClone(message));
          },
          listen: (hear) => {
            hearers.set(me, hear);
            return () => hearers.delete(me);
          },
        },
        lead: (work, signal) => {
          candidates.push({ work, signal });
          electNext();
        },
      });
      const events: LiveEvent[] = [];
      live.on((event) => events.push(event));
      return { live, events };
    },
  };
}

const message = (id: number, text = '{"entity":"dataloggers","id":"x"}') => `id: ${id}\nevent: changed\ndata: ${text}\n\n`;

describe('live updates', () => {
  it('hands over every event of the stream, and says once that it joined', async () => {
    const it = world();
    const live = createLive(it.deps);
    const names: string[] = [];
    live.on((event) => names.push(event.name));
    live.start();
    await flushPromises();
    expect(live.$live.get()).toEqual({ status: 'live' });
    await it.connections[0]?.send(message(1));
    await it.connections[0]?.send('event: unheard-of\ndata: {}\n\nevent: changed\ndata: {broken\n\n');
    expect(names).toEqual(['reset', 'changed']);
    live.stop();
  });

  it('goes on after the last event it has seen when the connection is lost', async () => {
    const it = world();
    const live = createLive(it.deps);
    const names: string[] = [];
    live.on((event) => names.push(event.name));
    live.start();
    await flushPromises();
    await it.connections[0]?.send(message(41) + message(42));
    await it.connections[0]?.lose();
    expect(live.$live.get()).toEqual({ status: 'offline', since: 1_000_000 });
    expect(it.waits.map((wait) => wait.ms)).toEqual([750]);
    it.waits[0]?.run();
    await flushPromises();
    expect(it.connections[1]?.lastEventId).toBe('42');
    expect(live.$live.get()).toEqual({ status: 'live' });
    expect(names).toEqual(['reset', 'changed', 'changed']);
    live.stop();
  });

  it('says since when it has heard nothing, not only since when the loss is known', async () => {
    const it = world();
    const live = createLive(it.deps);
    live.start();
    await flushPromises();
    it.state.now = 1_020_000;
    await it.connections[0]?.send(': beat\n\n');
    it.state.now = 1_065_000;
    await it.connections[0]?.lose();
    expect(live.$live.get()).toEqual({ status: 'offline', since: 1_020_000 });
    live.stop();
  });

  it('tries again at once when somebody asks for it, in whichever tab', async () => {
    const it = world();
    it.state.status = 503;
    const [one, two] = [it.tab(), it.tab()];
    one.live.start();
    two.live.start();
    await flushPromises();
    for (const tab of [one, two]) {
      const before = it.connections.length;
      tab.live.retry();
      await flushPromises();
      expect(it.connections).toHaveLength(before + 1);
    }
    it.state.status = 200;
    two.live.retry();
    await flushPromises();
    for (const tab of [one, two]) expect(tab.live.$live.get()).toEqual({ status: 'live' });
    one.live.stop();
    two.live.stop();
  });

  it('remembers the last id over a connection that brought events without ids', async () => {
    const it = world();
    const live = createLive(it.deps);
    live.start();
    await flushPromises();
    await it.connections[0]?.send(message(42));
    await it.connections[0]?.lose();
    it.waits[0]?.run();
    await flushPromises();
    await it.connections[1]?.send('event: changed\ndata: {}\n\n');
    await it.connections[1]?.lose();
    it.waits[0]?.run();
    await flushPromises();
    expect(it.connections[2]?.lastEventId).toBe('42');
    live.stop();
  });

  it('keeps saying since when it is offline while it tries again, and waits longer each time', async () => {
    const it = world();
    it.state.status = 503;
    const live = createLive(it.deps);
    live.start();
    const waited: number[] = [];
    for (let i = 0; i < 7; i++) {
      await flushPromises();
      waited.push(it.waits[0]?.ms ?? 0);
      it.state.now += 1;
      it.waits[0]?.run();
    }
    expect(waited).toEqual([750, 1500, 3000, 6000, 12_000, 22_500, 22_500]);
    expect(live.$live.get()).toEqual({ status: 'offline', since: 1_000_000 });
    live.stop();
  });

  it('tries again at once when the network comes back', async () => {
    const it = world();
    it.state.status = 503;
    const live = createLive(it.deps);
    live.start();
    await flushPromises();
    it.state.status = 200;
    it.wakeUp();
    await flushPromises();
    expect(live.$live.get()).toEqual({ status: 'live' });
    live.stop();
  });

  it('takes a new token when the old one ends, and the lamp does not blink', async () => {
    const it = world();
    const live = createLive(it.deps);
    const states: string[] = [];
    live.$live.listen((state) => states.push(state.status));
    live.start();
    await flushPromises();
    await it.connections[0]?.send(`${message(5)}event: expired\ndata: {}\n\n`);
    expect(it.state.refreshed).toBe(1);
    expect(it.connections[1]?.lastEventId).toBe('5');
    expect(states).toEqual(['live']);
    live.stop();
  });

  it('does not renew tokens in a circle when the new one is refused as well', async () => {
    const it = world();
    it.state.status = 401;
    const live = createLive(it.deps);
    live.start();
    await flushPromises();
    expect(it.state.refreshed).toBe(1);
    expect(it.connections).toHaveLength(2);
    expect(it.waits.map((wait) => wait.ms)).toEqual([750]);
    expect(live.$live.get().status).toBe('offline');
    live.stop();
  });

  it('takes a silent connection for a dead one', async () => {
    const it = world();
    const live = createLive(it.deps);
    live.start();
    await flushPromises();
    expect(it.waits.map((wait) => wait.ms)).toEqual([70_000]);
    await it.connections[0]?.send(': beat\n\n');
    it.waits[0]?.run();
    await flushPromises();
    expect(it.connections[0]?.signal.aborted).toBe(true);
    expect(live.$live.get().status).toBe('offline');
    live.stop();
  });

  it('closes the connection and all timers when it is stopped', async () => {
    const it = world();
    const live = createLive(it.deps);
    live.start();
    await flushPromises();
    live.stop();
    await flushPromises();
    expect(it.connections[0]?.signal.aborted).toBe(true);
    expect(it.waits).toEqual([]);
    expect(it.connections).toHaveLength(1);
  });

  it('opens one stream for all tabs of a browser', async () => {
    const it = world();
    const [one, two, three] = [it.tab(), it.tab(), it.tab()];
    for (const tab of [one, two, three]) tab.live.start();
    await flushPromises();
    await it.connections[0]?.send(message(9));
    expect(it.connections).toHaveLength(1);
    for (const tab of [one, two, three]) {
      expect(tab.live.$live.get()).toEqual({ status: 'live' });
      expect(tab.events.map((event) => event.name)).toEqual(['reset', 'changed']);
    }
    for (const tab of [one, two, three]) tab.live.stop();
  });

  it('another tab goes on from the same place when the leading one is closed', async () => {
    const it = world();
    const [one, two] = [it.tab(), it.tab()];
    one.live.start();
    two.live.start();
    await flushPromises();
    await it.connections[0]?.send(message(9));
    one.live.stop();
    await flushPromises();
    expect(it.connections).toHaveLength(2);
    expect(it.connections[1]?.lastEventId).toBe('9');
    await it.connections[1]?.send(message(10));
    expect(two.events.map((event) => event.name)).toEqual(['reset', 'changed', 'changed']);
    two.live.stop();
  });

  it('a tab opened later learns that the stream is live and loads what it may have missed', async () => {
    const it = world();
    const one = it.tab();
    one.live.start();
    await flushPromises();
    await it.connections[0]?.send(message(3));
    const two = it.tab();
    two.live.start();
    await flushPromises();
    expect(two.live.$live.get()).toEqual({ status: 'live' });
    expect(two.events.map((event) => event.name)).toEqual(['reset']);
    one.live.stop();
    two.live.stop();
  });

  it('goes on from the event at which the page was made, and loads nothing again', async () => {
    const it = world();
    const { live, events } = it.tab('p-7');
    live.start();
    await flushPromises();
    expect(it.connections[0]?.lastEventId).toBe('p-7');
    expect(live.$live.get()).toEqual({ status: 'live' });
    await it.connections[0]?.send('id: p-8\nevent: changed\ndata: {"entity":"dataloggers","id":"x"}\n\n');
    expect(events.map((event) => event.name)).toEqual(['changed']);
    await it.connections[0]?.lose();
    it.wakeUp();
    await flushPromises();
    expect(it.connections[1]?.lastEventId).toBe('p-8');
    live.stop();
  });

  it('a tab opened later loads what it may have missed only when the stream was ahead of its page', async () => {
    const it = world();
    const one = it.tab('p-7');
    one.live.start();
    await flushPromises();
    await it.connections[0]?.send('id: p-10\nevent: changed\ndata: {"entity":"dataloggers","id":"x"}\n\n');
    for (const [from, names] of [
      ['p-10', []],
      ['p-12', []],
      ['p-9', ['reset']],
      ['q-12', ['reset']],
    ] as const) {
      const { live, events } = it.tab(from);
      live.start();
      await flushPromises();
      expect(live.$live.get()).toEqual({ status: 'live' });
      expect(events.map((event) => event.name)).toEqual(names);
      live.stop();
    }
    one.live.stop();
  });

  it('tells views that come later what they missed since the page was made, as long as it knows all of it', async () => {
    const it = world();
    const { live } = it.tab('p-7');
    const missed = () => live.missed().map((event) => event.name);
    live.start();
    expect(missed()).toEqual([]);
    await flushPromises();
    expect(missed()).toEqual([]);
    await it.connections[0]?.send(message(8));
    expect(missed()).toEqual(['changed']);
    it.state.now += 31_000;
    expect(missed()).toEqual(['reset']);
    it.state.now -= 31_000;
    for (let id = 9; id < 60; id++) await it.connections[0]?.send(message(id));
    expect(missed()).toEqual(['reset']);
    live.stop();
    const unknown = it.tab();
    unknown.live.start();
    await flushPromises();
    expect(unknown.live.missed().map((event) => event.name)).toEqual(['reset']);
    unknown.live.stop();
  });

  it('a tab that hears an event before it knows where the stream stands loads what it may have missed', async () => {
    const it = world();
    const one = it.tab('p-7');
    one.live.start();
    await flushPromises();
    // The leading tab has just said where it stands, and says it again only after a while.
    await it.connections[0]?.send(':\n\n');
    const two = it.tab('p-7');
    it.silence();
    two.live.start();
    await it.connections[0]?.send(message(8));
    expect(two.events.map((event) => event.name)).toEqual(['reset', 'changed']);
    one.live.stop();
    two.live.stop();
  });

  it('waits are never shorter than half of what they may be at most', () => {
    expect([0, 1, 20].map((attempt) => backoff(attempt, () => 0))).toEqual([500, 1000, 15_000]);
    expect([0, 1, 20].map((attempt) => backoff(attempt, () => 1))).toEqual([1000, 2000, 30_000]);
  });
});
