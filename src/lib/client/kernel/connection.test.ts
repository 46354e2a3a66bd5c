import { atom } from 'nanostores';
import { afterEach, describe, expect, it } from 'vitest';
import { OWN_HEADER } from '../../constants.ts';
import { $asOf, $connection, askServer, watchConnection } from './connection.ts';
import type { LiveState } from './live.ts';
import { observed } from './observed.ts';
import { flushPromises, world } from './store-testing.ts';

const OWN = { [OWN_HEADER]: '1' };

let end: (() => void) | undefined;
afterEach(() => end?.());

/** A server that answers requests as it is told, and a live stream beside it. */
function line() {
  const { deps, pass } = world();
  const $live = atom<LiveState>({ status: 'live' });
  const server = { answers: true, asked: 0, heard: deps.now(), retried: 0, polled: [] as number[], isSeen: true, hint: () => {} };
  end = watchConnection(
    { $live, heard: () => server.heard, retry: () => server.retried++, reset: () => server.polled.push(deps.now()) },
    {
      ask: async () => {
        server.asked++;
        return server.answers;
      },
      now: deps.now,
      random: () => 1,
      timers: deps.timers,
      isSeen: () => server.isSeen,
      hints(run) {
        server.hint = run;
        return () => {
          server.hint = () => {};
        };
      },
    },
  );
  /** A request of the page and what becomes of it. */
  const request = (outcome: Response | Error, signal?: AbortSignal) =>
    observed(async () => {
      if (outcome instanceof Error) throw outcome;
      return outcome;
    })('/v1/x', signal ? { signal } : {}).catch(() => undefined);
  const lose = () => $live.set({ status: 'offline', since: server.heard });
  return { $live, server, request, lose, pass, now: deps.now };
}
const gone = () => new TypeError('network');

describe('what is known of the line', () => {
  it('is that the server has not answered since its last answer, once a request fails and it was asked in vain', async () => {
    const { server, request, lose, pass, now } = line();
    await pass(60_000);
    await request(Response.json({}, { headers: OWN }));
    const last = now();
    server.answers = false;
    await pass(10_000);
    await request(gone());
    lose();
    expect($connection.get().status).toBe('fine');
    await pass(2_500);
    expect($connection.get()).toEqual({ status: 'silent', since: last, asOf: server.heard, tries: 1 });
  });

  it('is nothing when one request fails and the server answers the next question', async () => {
    const { server, request, pass } = line();
    await request(gone());
    await pass(60_000);
    expect($connection.get().status).toBe('fine');
    expect(server.asked).toBe(1);
  });

  it.each([502, 503, 504, 522])('is asked for after a %i of a proxy, which isn’t the server’s own answer', async (status) => {
    const { server, request, pass } = line();
    server.answers = false;
    await request(new Response('Bad gateway', { status }));
    await pass(2_500);
    expect($connection.get().status).toBe('silent');
  });

  it('does not suffer from refusals of the server itself, nor from what the page gives up', async () => {
    const { server, request, pass } = line();
    server.answers = false;
    await request(Response.json({ code: 'storage_busy' }, { status: 503, headers: OWN }));
    await request(new DOMException('left', 'AbortError'), AbortSignal.abort());
    await pass(60_000);
    expect(server.asked).toBe(0);
    await request(gone(), AbortSignal.abort(Object.assign(new Error(), { name: 'TimeoutError' })));
    await pass(2_500);
    expect(server.asked).toBe(1);
    expect($connection.get().status).toBe('silent');
  });

  it('is that live values are interrupted when the stream is lost for a while and the server answers', async () => {
    const { $live, server, lose, pass, now } = line();
    const heard = now();
    await pass(12_000);
    lose();
    expect($asOf.get()).toBe(null);
    await pass(2_500);
    expect($connection.get()).toEqual({ status: 'interrupted', since: heard, asOf: heard });
    expect(server.asked).toBe(1);
    $live.set({ status: 'live' });
    expect($connection.get().status).toBe('fine');
    expect($asOf.get()).toBe(null);
  });

  it('lets the page ask by itself while only the stream is lost, ever more rarely, and only while somebody looks', async () => {
    const { $live, server, request, lose, pass } = line();
    const heard = server.heard;
    lose();
    await pass(2_500);
    await pass(5_000);
    expect(server.polled).toHaveLength(1);
    expect($asOf.get()).toBe(heard);
    // As old as the question whose answer came.
    await request(Response.json({}, { headers: OWN }));
    expect($connection.get()).toMatchObject({ status: 'interrupted', since: heard, asOf: server.polled[0] });
    await pass(600_000);
    const times = server.polled.length;
    expect(times).toBeGreaterThan(8);
    expect(times).toBeLessThan(17);
    server.isSeen = false;
    await pass(600_000);
    expect(server.polled).toHaveLength(times);
    server.isSeen = true;
    server.answers = false;
    await request(gone());
    await pass(60_000);
    expect($connection.get().status).toBe('silent');
    const before = server.polled.length;
    await pass(600_000);
    expect(server.polled).toHaveLength(before);
    $live.set({ status: 'live' });
    await pass(600_000);
    expect(server.polled).toHaveLength(before);
  });

  it('says nothing of a stream that is back at once', async () => {
    const { $live, lose, pass } = line();
    lose();
    await pass(1_000);
    $live.set({ status: 'live' });
    await pass(10_000);
    expect($connection.get().status).toBe('fine');
  });

  it('is that requests alone get no answer while the stream goes on, and changes when that falls silent too', async () => {
    const { server, request, pass, now } = line();
    server.answers = false;
    const last = now();
    await request(gone());
    await pass(2_000);
    server.heard = now();
    await pass(500);
    expect($connection.get()).toEqual({ status: 'requests', since: last, asOf: null, tries: 1 });
    const heard = server.heard;
    await pass(60_000);
    expect($connection.get()).toMatchObject({ status: 'silent', since: heard, asOf: heard });
  });

  it('changes from interrupted to silent when a stream’s attempt fails and the server is asked in vain', async () => {
    const { server, request, lose, pass } = line();
    lose();
    await pass(2_500);
    expect($connection.get().status).toBe('interrupted');
    server.answers = false;
    await request(gone());
    await pass(2_500);
    expect($connection.get().status).toBe('silent');
  });
});

describe('asking the server', () => {
  it('goes on by itself in longer and longer waits, counts, and ends with the first answer, after which the stream is hurried', async () => {
    const { $live, server, lose, request, pass } = line();
    server.answers = false;
    lose();
    await request(gone());
    await pass(120_000);
    const { asked } = server;
    expect(asked).toBeGreaterThan(4);
    expect(asked).toBeLessThan(12);
    expect($connection.get()).toMatchObject({ status: 'silent', tries: asked });
    server.answers = true;
    await pass(30_000);
    expect(server.retried).toBe(1);
    expect($connection.get().status).toBe('interrupted');
    $live.set({ status: 'live' });
    expect($connection.get().status).toBe('fine');
    await pass(120_000);
    expect(server.asked).toBe(asked + 1);
  });

  it('happens at once when somebody wants it, and counts', async () => {
    const { server, lose, pass } = line();
    server.answers = false;
    lose();
    await pass(2_500);
    await askServer();
    expect(server.asked).toBe(2);
    expect($connection.get()).toMatchObject({ tries: 2 });
    server.answers = true;
    await askServer();
    expect($connection.get().status).toBe('interrupted');
  });

  it('follows an answer that came to somebody else', async () => {
    const { server, lose, request, pass } = line();
    server.answers = false;
    lose();
    await pass(2_500);
    expect($connection.get().status).toBe('silent');
    await request(Response.json({}, { headers: OWN }));
    expect($connection.get().status).toBe('interrupted');
  });

  it('takes a hint of the browser as a reason to look, never as a fact', async () => {
    const { server, pass } = line();
    server.hint();
    expect($connection.get().status).toBe('fine');
    await pass(2_500);
    expect(server.asked).toBe(1);
    expect($connection.get().status).toBe('fine');
  });

  it('ends with the organisation that is shown', async () => {
    const { server, lose, request, pass } = line();
    server.answers = false;
    lose();
    await pass(2_500);
    end?.();
    expect($connection.get().status).toBe('fine');
    const { asked } = server;
    await request(gone());
    await pass(60_000);
    await flushPromises();
    expect(server.asked).toBe(asked);
  });
});
