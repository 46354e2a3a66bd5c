import { expect, it } from 'vitest';
import { MOST_MOVED, moveLoggers, previewMove, takeOffLoggers } from '../../contract/logger-types.ts';
import { world } from '../kernel/store-testing.ts';
import { moveBack, moveTogether, previewTogether } from './move-together.ts';

const row = (id: string, type: string | null, version: number | null = type === null ? null : 1) => ({
  id,
  logger_type_id: type,
  logger_type_version: version,
});

/** A server that says what it was asked to do. */
function server() {
  const site = world();
  const done: string[] = [];
  site.answer(moveLoggers, ({ params, body }) => {
    done.push(`${params.id} v${body.version}: ${body.datalogger_ids.length > 3 ? body.datalogger_ids.length : body.datalogger_ids.join()}`);
    return { moved: body.datalogger_ids.length, unchanged: 0 };
  });
  site.answer(takeOffLoggers, ({ params, body }) => {
    done.push(`off ${params.id}: ${body.datalogger_ids.join()}`);
    return { taken: [] };
  });
  site.answer(previewMove, ({ body }) => ({
    loggers: body.datalogger_ids.map((datalogger_id) => ({ datalogger_id, name: datalogger_id, messages: 0, errors: 0, channels: [] })),
  }));
  return { ...site, done };
}

it('moves as many at once as a call takes, and previews all of them', async () => {
  const { deps, done } = server();
  const rows = Array.from({ length: MOST_MOVED + 5 }, (_, i) => row(`l${i}`, null));
  await moveTogether(deps, rows, { id: 't', version: 2 });
  expect(done).toEqual([`t v2: ${MOST_MOVED}`, 't v2: 5']);
  expect((await previewTogether(deps.call, deps.organization, rows, { id: 't', version: 2 })).loggers).toHaveLength(rows.length);
});

it('takes each off its own type, and leaves those without one', async () => {
  const { deps, done } = server();
  await moveTogether(deps, [row('a', 't'), row('b', 'u'), row('c', null), row('d', 't', 2)], null);
  expect(done).toEqual(['off t: a,d', 'off u: b']);
});

it('brings each back to what it was read by', async () => {
  const { deps, done } = server();
  await moveBack(deps, [row('a', 't', 1), row('b', 't', 2), row('c', null)], { id: 'x', version: 3 });
  expect(done).toEqual(['t v1: a', 't v2: b', 'off x: c']);
  done.length = 0;
  await moveBack(deps, [row('a', 't', 1), row('c', null)], null);
  expect(done).toEqual(['t v1: a']);
});
