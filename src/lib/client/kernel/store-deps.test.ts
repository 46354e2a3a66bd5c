import { describe, expect, it } from 'vitest';
import { getDatalogger, updateDatalogger } from '../../contract/dataloggers.ts';
import type { LiveEvent } from '../../contract/events.ts';
import type { Api } from './api.ts';
import { Cancelled, viewOf } from './store-deps.ts';

const params = { organization_id: 'org', id: 'one' };

/** A server that never answers; it ends a call only when its signal does. */
function silent(missed: LiveEvent[] = []) {
  const signals: (AbortSignal | undefined)[] = [];
  const hearers = new Set<unknown>();
  const call = ((_: unknown, { signal }: { signal?: AbortSignal } = {}) => {
    signals.push(signal);
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  }) as unknown as Api['call'];
  const live = {
    on(hear: unknown) {
      hearers.add(hear);
      return () => hearers.delete(hear);
    },
    missed: () => missed,
  };
  return { view: viewOf({ call, live }), signals, hearers };
}
const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (error: unknown) => error,
  );

describe('the calls of a view', () => {
  it('that read are cancelled when the last view goes', async () => {
    const { view, signals, hearers } = silent();
    const first = view.start(() => undefined);
    const second = view.start(() => undefined);
    const reading = outcome(view.call(getDatalogger, { params }));
    first();
    expect(signals[0]?.aborted).toBe(false);
    second();
    expect(signals[0]?.aborted).toBe(true);
    expect(await reading).toBeInstanceOf(Cancelled);
    expect(hearers.size).toBe(0);
  });

  it('that write go on', () => {
    const { view, signals } = silent();
    const end = view.start(() => undefined);
    void view.call(updateDatalogger, { params, body: { rev: 1 } });
    end();
    expect(signals).toEqual([undefined]);
  });

  it('may be made again when a view comes back', async () => {
    const { view, signals } = silent();
    view.start(() => undefined)();
    let asked: Promise<unknown> | undefined;
    view.start(() => undefined, {
      isShown: () => false,
      load: () => {
        asked = outcome(view.call(getDatalogger, { params }));
      },
    });
    expect(asked).toBeDefined();
    expect(signals[0]?.aborted).toBe(false);
  });

  it('are made anew for what the page brought along as far as something was missed', () => {
    const heard = (missed: boolean, shown: boolean) => {
      const events: string[] = [];
      silent(missed ? [{ name: 'reset', data: {} }] : []).view.start(({ name }) => events.push(name), {
        isShown: () => shown,
        load: () => events.push('load'),
      });
      return events;
    };
    expect(heard(true, true)).toEqual(['reset']);
    expect([heard(true, false), heard(false, true), heard(false, false)]).toEqual([['load'], [], ['load']]);
  });

  it('keep the caller’s own way to cancel, and its error', async () => {
    const { view } = silent();
    view.start(() => undefined);
    const own = new AbortController();
    const reading = outcome(view.call(getDatalogger, { params, signal: own.signal }));
    own.abort(new Error('mine'));
    expect(await reading).toEqual(new Error('mine'));
  });
});
