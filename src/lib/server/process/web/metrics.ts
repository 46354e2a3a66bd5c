import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import process from 'node:process';
import { bearerOf } from '../../kernel/authenticate.ts';

/** Numbers for whoever watches the process, in Prometheus' text format. */
export interface Metrics {
  /** Counts an answer that is over. */
  count(status: number): void;
  text(): string;
}

/** @param more lines of other parts */
export function createMetrics(more: () => string[]): Metrics {
  const answers = new Map<number, number>();
  return {
    count(status) {
      answers.set(status, (answers.get(status) ?? 0) + 1);
    },
    text() {
      const { rss, heapUsed, external } = process.memoryUsage();
      const lines = [
        '# TYPE taktlog_http_answers_total counter',
        ...[...answers].sort(([a], [b]) => a - b).map(([status, count]) => `taktlog_http_answers_total{status="${status}"} ${count}`),
        ...more(),
        '# TYPE process_resident_memory_bytes gauge',
        `process_resident_memory_bytes ${rss}`,
        '# TYPE nodejs_heap_size_used_bytes gauge',
        `nodejs_heap_size_used_bytes ${heapUsed}`,
        '# TYPE nodejs_external_memory_bytes gauge',
        `nodejs_external_memory_bytes ${external}`,
        '# TYPE process_uptime_seconds gauge',
        `process_uptime_seconds ${process.uptime().toFixed(1)}`,
      ];
      return `${lines.join('\n')}\n`;
    },
  };
}

/** Does the request bear `METRICS_TOKEN`? Never, when there is none. */
export function mayReadMetrics(headers: IncomingHttpHeaders, token: string | undefined): boolean {
  const given = bearerOf(headers.authorization);
  if (token === undefined || given === null) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
