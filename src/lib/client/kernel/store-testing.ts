import type { BodyInput, Endpoint, Params, QueryInput, ResponseInput } from '../../contract/endpoint.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { type Api, ApiError } from './api.ts';
import type { StoreDeps } from './store-deps.ts';

/** A server, a clock and a live stream in the hand of a test of stores. */

interface Asked<E extends Endpoint> {
  params: Params<E['path']>;
  query: QueryInput<E>;
  body: BodyInput<E>;
}
type Answer<E extends Endpoint> = (asked: Asked<E>) => ResponseInput<E> | Promise<ResponseInput<E>>;

export interface World {
  deps: StoreDeps;
  /** What the server answers to an endpoint from now on. */
  answer<E extends Endpoint>(endpoint: E, answer: Answer<E>): void;
  /** Calls made so far, as `GET /v1/…`. */
  calls: string[];
  send(event: LiveEvent): void;
  /** Moves the clock and lets everything that falls due happen. */
  pass(ms: number): Promise<void>;
  hearers(): number;
  /** Hides the page. */
  leave(): void;
}

/** Lets everything run on that waits for nothing but a promise kept already. */
export async function flushPromises(): Promise<void> {
  for (let i = 0; i < 40; i++) await Promise.resolve();
}

/** A refusal as the API client throws it. */
export function refusal(code: ApiError['code'], current?: unknown): ApiError {
  return new ApiError(code, { status: 409, data: { current } });
}

export function world(now = Date.parse('2026-11-20T14:00:00Z')): World {
  const answers = new Map<Endpoint, Answer<Endpoint>>();
  const calls: string[] = [];
  const hearers = new Set<(event: LiveEvent) => void>();
  const leavers = new Set<() => void>();
  let timers: { at: number; run: () => void }[] = [];
  let clock = now;
  return {
    calls,
    answer: (endpoint, answer) => {
      answers.set(endpoint, answer as unknown as Answer<Endpoint>);
    },
    send: (event) => {
      for (const hear of [...hearers]) hear(event);
    },
    hearers: () => hearers.size,
    leave: () => {
      for (const work of [...leavers]) work();
    },
    async pass(ms) {
      const end = clock + ms;
      for (;;) {
        await flushPromises();
        const due = timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
        if (!due) break;
        timers = timers.filter((timer) => timer !== due);
        clock = Math.max(clock, due.at);
        due.run();
      }
      clock = end;
      await flushPromises();
    },
    deps: {
      organization: 'org',
      call: (async (endpoint: Endpoint, asked: Asked<Endpoint>) => {
        calls.push(`${endpoint.method} ${endpoint.path}`);
        const answer = answers.get(endpoint);
        if (!answer) throw new Error(`The test has no answer to ${endpoint.method} ${endpoint.path}`);
        return answer(asked);
      }) as unknown as Api['call'],
      live: {
        on(hear) {
          hearers.add(hear);
          return () => hearers.delete(hear);
        },
        missed: () => [],
      },
      now: () => clock,
      timers: {
        setTimeout(run, ms) {
          const timer = { at: clock + ms, run };
          timers.push(timer);
          return timer;
        },
        clearTimeout(timer) {
          timers = timers.filter((one) => one !== timer);
        },
      },
      leaving(work) {
        leavers.add(work);
        return () => leavers.delete(work);
      },
    },
  };
}
