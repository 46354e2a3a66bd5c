import { DEMO_LOGGERS, type DemoLogger, silent } from './model.ts';
import { type DemoPlant, demoRows } from './seed.ts';
import { demoWords } from './words.ts';

const MINUTE = 60;
/** A logger keeps this much in its memory while the server is away, seconds. */
const MEMORY = 7 * 86_400;

export interface Simulators {
  /** Ends all timers; a request under way is aborted. */
  stop(): void;
}

/**
 * Runs the demo's loggers: each posts to `url` at its own pace, over HTTP like any other. First they send what they recorded while the
 * server was away, as a logger with memory does.
 * @param lastSeen seconds of the newest reading that the server has, by logger code
 */
export function startSimulators(
  plant: DemoPlant,
  url: string,
  lastSeen: ReadonlyMap<string, number>,
  say: (text: string) => void,
): Simulators {
  const word = demoWords(plant.locale);
  const abort = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  const tokens = new Map(plant.loggers.map(({ code, token }) => [code, token]));

  const post = async (logger: DemoLogger, moments: number[]): Promise<void> => {
    const token = tokens.get(logger.code);
    if (!token || moments.length === 0) return;
    try {
      const answer = await fetch(`${url}/v1/ingest/json`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(demoRows(logger, moments, word)),
        signal: abort.signal,
      });
      if (!answer.ok) say(`${logger.code} was answered ${answer.status}`);
    } catch (error) {
      if (!abort.signal.aborted) say(`${logger.code} could not send: ${error instanceof Error ? error.message : 'unknown error'}`);
    }
  };

  for (const logger of DEMO_LOGGERS) {
    if (logger.diedHoursAgo !== undefined) continue;
    void post(logger, missed(logger, lastSeen.get(logger.code)));
    const tick = (): void => {
      const s = Math.floor(Date.now() / 1_000);
      if (!silent(logger, s)) void post(logger, [s]);
    };
    // Spread over the interval, so that the list moves all the time and not in beats.
    const first = setTimeout(
      () => {
        tick();
        timers.add(setInterval(tick, logger.interval * 1_000));
      },
      (Number(logger.code.slice(-4)) * 367) % Math.min(logger.interval * 1_000, 8_000),
    );
    timers.add(first);
  }
  return {
    stop() {
      abort.abort();
      for (const timer of timers) clearInterval(timer);
    },
  };
}

/** Minutes between the newest stored reading and now. */
function missed(logger: DemoLogger, last: number | undefined): number[] {
  const now = Math.floor(Date.now() / 1_000);
  if (last === undefined || now - last < 2 * MINUTE) return [];
  const moments: number[] = [];
  for (let s = Math.ceil(Math.max(last + 1, now - MEMORY) / MINUTE) * MINUTE; s < now; s += MINUTE) if (!silent(logger, s)) moments.push(s);
  return moments;
}
