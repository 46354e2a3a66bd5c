import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { KyselyPlugin } from 'kysely';
import { describe, expect, it } from 'vitest';
import { LIVE_EVENTS, type LiveEvent, type LiveEventName } from '../../contract/events.ts';
import { inWorkspace, patch, person } from '../people/testing.ts';
import { createApp } from '../process/app.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { makeApiKey } from '../testing/tenant.ts';
import { ENGINES, makeCredential, makeDatalogger, makeMembership, makeOrganization, makeWorkspace, testClock } from '../testing/testing.ts';
import { testTimers } from '../testing/timers.ts';
import { createBus } from './bus.ts';
import { eventStream, HEARTBEAT_MS } from './stream.ts';

interface StreamEvent {
  id?: string;
  event?: string;
  data?: unknown;
}
const decoder = new TextDecoder();

/** Reads the events of a stream one by one; a comment is one without a name. */
function streamEventsOf(body: ReadableStream<Uint8Array> | null) {
  const reader = body!.getReader();
  let buffered = '';
  return {
    /** null at the end of the stream. */
    async next(): Promise<StreamEvent | null> {
      for (;;) {
        const end = buffered.indexOf('\n\n');
        if (end >= 0) {
          const frame: StreamEvent = {};
          for (const line of buffered.slice(0, end).split('\n')) {
            const [, name, value] = /^(\w*): ?(.*)$/.exec(line) ?? [];
            if (name === 'data') frame.data = JSON.parse(value!);
            else if (name === 'id' || name === 'event') frame[name] = value!;
          }
          buffered = buffered.slice(end + 2);
          return frame;
        }
        const { done, value } = await reader.read();
        if (done) return null;
        buffered += decoder.decode(value, { stream: true });
      }
    },
    /** The next frame of that event. */
    async until(event: LiveEventName): Promise<StreamEvent> {
      for (;;) {
        const frame = await this.next();
        if (frame === null) throw new Error(`the stream ended before ${event}`);
        if (frame.event === event) return frame;
      }
    },
    cancel: () => reader.cancel(),
  };
}
const watch = (plant: TestPlant, headers: Record<string, string> = plant.headers) => plant.app.request(`${plant.root}/events`, { headers });

describe.each(ENGINES)('the live stream on %s', (engine) => {
  it('brings what a logger sent, after it is stored, in the shapes of the contract', async () => {
    const plant = await testPlant(engine);
    const answer = await watch(plant);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const frames = streamEventsOf(answer.body);
    expect((await frames.next())?.id).toMatch(/^\w+-\d+$/);
    const { id } = (await (await plant.post({ temperature: 21.5, door: true })).json()) as { id: string };
    const channel = LIVE_EVENTS.changed.parse((await frames.until('changed')).data);
    expect(channel).toMatchObject({ entity: 'channels', datalogger_id: plant.datalogger.id });
    const received = await frames.until('received');
    expect(LIVE_EVENTS.received.parse(received.data)).toMatchObject({
      id,
      status: 'stored',
      points: 2,
      datalogger_name: plant.datalogger.name,
    });
    const values = LIVE_EVENTS.values.parse((await frames.until('values')).data);
    expect(values).toMatchObject({ datalogger_id: plant.datalogger.id, state: 'online' });
    expect(values.channels.map(({ key, value }) => [key, value])).toEqual([
      ['temperature', 21.5],
      ['door', true],
    ]);
    await plant.post('{');
    expect(LIVE_EVENTS.received.parse((await frames.until('received')).data)).toMatchObject({ status: 'unparsed', error_count: 1 });
    await frames.cancel();
  });

  it('goes on after the last event that was seen', async () => {
    const plant = await testPlant(engine);
    const first = streamEventsOf((await watch(plant)).body);
    await plant.post({ t: 1 });
    const { id } = await first.until('received');
    await first.until('values');
    await first.cancel();
    const again = streamEventsOf((await watch(plant, { ...plant.headers, 'Last-Event-ID': id! })).body);
    await again.next();
    expect((await again.next())?.event).toBe('values');
    await again.cancel();
    const lost = streamEventsOf((await watch(plant, { ...plant.headers, 'Last-Event-ID': 'nonsense' })).body);
    await lost.next();
    expect((await lost.next())?.event).toBe('reset');
    await lost.cancel();
  });

  it('shows members of a workspace nothing of another, and strangers nothing at all', async () => {
    const plant = await testPlant(engine);
    const other = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const { token } = await makeCredential(plant.deps, await makeDatalogger(plant.deps, other));
    const viewer = streamEventsOf((await watch(plant, await plant.member('viewer', plant.workspace.id))).body);
    await plant.post({ hidden: 1 }, { Authorization: `Bearer ${token}` });
    await plant.post({ shown: 1 });
    const seen: unknown[] = [];
    for (let frame = await viewer.next(); frame?.event !== 'values'; frame = await viewer.next()) if (frame?.event) seen.push(frame.data);
    expect(seen).toHaveLength(2);
    for (const data of seen) expect(data).toMatchObject({ workspace_id: plant.workspace.id });
    await viewer.cancel();

    expect((await watch(plant, {})).status).toBe(401);
    // Whoever may not read loggers hears of the organisation alone.
    const member = streamEventsOf((await watch(plant, await plant.member('member'))).body);
    await plant.post({ shown: 2 });
    const { id } = plant.organization;
    plant.deps.bus.publish(id, { name: 'changed', data: { entity: 'organizations', id, workspace_id: null } });
    let frame = await member.next();
    while (frame && !frame.event) frame = await member.next();
    expect(frame).toMatchObject({ event: 'changed', data: { entity: 'organizations' } });
    await member.cancel();
    const foreign = await makeOrganization(plant.deps);
    expect((await plant.app.request(`/v1/orgs/${foreign.id}/events`, { headers: plant.headers })).status).toBe(404);
  });

  describe('ends for its reader', () => {
    /** The names of the events up to the end; those of others go on. */
    const rest = async (frames: ReturnType<typeof streamEventsOf>) => {
      const seen: (string | undefined)[] = [];
      for (let frame = await frames.next(); frame; frame = await frames.next()) if (frame.event) seen.push(frame.event);
      return seen;
    };
    const open = async (plant: TestPlant, headers: Record<string, string>) => {
      const answer = await watch(plant, headers);
      expect(answer.status).toBe(200);
      const frames = streamEventsOf(answer.body);
      await frames.next();
      return frames;
    };

    it('when he is deactivated or gets other roles, and for nobody else', async () => {
      const plant = await testPlant(engine);
      const tom = await person(plant, 'technician', plant.workspace.id);
      const eva = await person(plant, 'technician', plant.workspace.id);
      const other = await open(plant, await plant.member('technician', plant.workspace.id));
      const toms = await open(plant, tom.headers);
      const evas = await open(plant, eva.headers);
      await patch(plant, tom.id, { rev: 1, deactivated: true });
      expect(await rest(toms)).toEqual(['expired']);
      expect((await watch(plant, tom.headers)).status).toBeGreaterThanOrEqual(401);
      await patch(plant, eva.id, { rev: 1, roles: inWorkspace(plant.workspace.id, 'observer') });
      expect(await rest(evas)).toEqual(['changed', 'expired']);
      await plant.post({ shown: 1 });
      expect((await other.until('received')).data).toBeDefined();
      await other.cancel();
    });

    it('when a role is taken from him in one workspace: he hears no more of it, and goes on with the rest', async () => {
      const plant = await testPlant(engine);
      const second = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
      const { token } = await makeCredential(plant.deps, await makeDatalogger(plant.deps, second));
      const tom = await person(plant, 'technician', plant.workspace.id);
      await makeMembership(plant.deps, plant.organization, tom.user, 'technician', { workspace_id: second.id });
      const before = streamEventsOf((await watch(plant, tom.headers)).body);
      const { id } = (await before.next()) ?? {};
      await patch(plant, tom.id, { rev: 1, roles: inWorkspace(plant.workspace.id, 'technician') });
      await plant.post({ hidden: 1 }, { Authorization: `Bearer ${token}` });
      expect(await rest(before)).toEqual(['expired']);
      // The event that ended the stream is brought again, and ends the next one no more.
      const after = await open(plant, { ...tom.headers, 'Last-Event-ID': id ?? '' });
      await plant.post({ shown: 1 });
      expect((await after.until('changed')).data).toMatchObject({ entity: 'people', id: tom.id });
      expect((await after.until('received')).data).toMatchObject({ workspace_id: plant.workspace.id });
      await after.cancel();
    });

    it('when its key is revoked, or the workspace of a role or a key is archived', async () => {
      const plant = await testPlant(engine);
      const { deps, organization, workspace } = plant;
      const bearerOf = async (over: Parameters<typeof makeApiKey>[3] = {}) => {
        const { id, token } = await makeApiKey(deps, organization, ['org:read', 'dlog:read'], over);
        return { id, headers: { Authorization: `Bearer ${token}` } };
      };
      const key = await bearerOf();
      const revoked = await open(plant, key.headers);
      const untouched = await open(plant, (await bearerOf()).headers);
      const ofWorkspace = await open(plant, (await bearerOf({ workspace_id: workspace.id })).headers);
      const viewer = await open(plant, await plant.member('viewer', workspace.id));
      const owner = await open(plant, plant.headers);
      await plant.send('DELETE', `/api-keys/${key.id}`, undefined);
      expect(await rest(revoked)).toEqual(['expired']);
      expect((await watch(plant, key.headers)).status).toBe(401);
      await plant.send('PATCH', `/workspaces/${workspace.id}`, { rev: 1, archived: true });
      expect([await rest(ofWorkspace), await rest(viewer)]).toEqual([['expired'], ['expired']]);
      for (const frames of [untouched, owner]) {
        expect((await frames.until('changed')).data).toBeDefined();
        await frames.cancel();
      }
    });

    it('when what it missed may have been that', async () => {
      const plant = await testPlant(engine);
      const frames = await open(plant, plant.headers);
      plant.deps.bus.publish(plant.organization.id, { name: 'reset', data: {} });
      expect(await rest(frames)).toEqual(['expired']);
    });

    it('before it begins when his rights end while it is opened', async () => {
      const plant = await testPlant(engine);
      const tom = await person(plant, 'technician', plant.workspace.id);
      const { db } = plant.deps;
      let asked = false;
      const deactivatedOnceAsked: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          if (!asked) {
            asked = true;
            await patch(plant, tom.id, { rev: 1, deactivated: true });
          }
          return result;
        },
      };
      const read: typeof db.read = (reach, work) => db.read(reach, (reader) => work(reader.withPlugin(deactivatedOnceAsked)));
      const app = createApp({ ...plant.deps, db: { ...db, read } });
      expect((await app.request(`${plant.root}/events`, { headers: tom.headers })).status).toBe(401);
      expect(asked).toBe(true);
    });
  });

  it('is given to one person a dozen times, and again when one ends', async () => {
    const plant = await testPlant(engine);
    const open = [];
    for (let i = 0; i < 12; i++) open.push(await watch(plant));
    expect(new Set(open.map(({ status }) => status))).toEqual(new Set([200]));
    const refused = await watch(plant);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    await open[0]!.body!.cancel();
    const again = await watch(plant);
    expect(again.status).toBe(200);
    for (const { body } of [...open.slice(1), again]) await body!.cancel();
    plant.deps.bus.close();
  });
});

describe('a live stream', () => {
  const changed = (note = ''): LiveEvent => ({ name: 'changed', data: { entity: 'channels', id: note, workspace_id: 'w' } });
  function opened(over: { lastEventId?: string; expiresInMs?: number } = {}) {
    const { timers, ring, waiting } = testTimers();
    const bus = createBus({ clock: testClock(), timers });
    let ended = 0;
    const stream = eventStream({
      bus,
      timers,
      organizationId: 'o',
      visible: () => true,
      changesRights: ({ name }) => name === 'reset',
      lastEventId: over.lastEventId,
      onSessionEnd: (ended) => bus.onSessionsEnded(ended),
      expiresInMs: over.expiresInMs ?? 900_000,
      onEnd: () => void ended++,
    });
    return { bus, ring, waiting, frames: streamEventsOf(stream), ended: () => ended };
  }

  it('has a comment every 15 seconds', async () => {
    const { ring, frames } = opened();
    await frames.next();
    ring(HEARTBEAT_MS);
    ring(HEARTBEAT_MS);
    expect([await frames.next(), await frames.next()]).toEqual([{}, {}]);
  });

  it('says that the token ended, and ends', async () => {
    const { bus, ring, frames, ended, waiting } = opened();
    await frames.next();
    ring(900_000);
    expect(await frames.next()).toEqual({ event: 'expired', data: {} });
    expect(await frames.next()).toBeNull();
    expect(ended()).toBe(1);
    bus.publish('o', changed());
    expect([...waiting.values()].map(({ ms }) => ms)).toEqual([60_000]);
  });

  it('ends when the process stops', async () => {
    const { bus, frames, ended, waiting } = opened();
    await frames.next();
    bus.close();
    expect(await frames.next()).toBeNull();
    expect(ended()).toBe(1);
    expect(waiting.size).toBe(0);
  });

  it('is cut with a reset when its reader does not keep up, instead of filling the memory', async () => {
    const { bus, frames, ended } = opened();
    for (let i = 0; i < 1_000; i++) bus.publish('o', changed('x'.repeat(1_000)));
    expect(ended()).toBe(1);
    let bytes = 0;
    let last: string | undefined;
    for (let frame = await frames.next(); frame !== null; frame = await frames.next()) {
      bytes += JSON.stringify(frame).length;
      last = frame.event;
    }
    expect(last).toBe('reset');
    expect(bytes).toBeLessThan(300_000);
    expect(bytes).toBeGreaterThan(200_000);
  });

  it('is let go when its reader leaves, over a real connection too', async () => {
    const { frames, ended, waiting } = opened();
    await frames.next();
    await frames.cancel();
    expect(ended()).toBe(1);
    expect([...waiting.values()].map(({ ms }) => ms)).toEqual([60_000]);

    const plant = await testPlant('sqlite');
    const server = serve({ fetch: plant.app.fetch, port: 0, hostname: '127.0.0.1' });
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${plant.root}/events`;
    const abort = new AbortController();
    for (let i = 0; i < 12; i++) {
      const answer = await fetch(url, { headers: plant.headers, signal: abort.signal });
      await streamEventsOf(answer.body).next();
    }
    expect((await watch(plant)).status).toBe(429);
    abort.abort();
    await expect.poll(async () => (await watch(plant)).status, { timeout: 5_000 }).toBe(200);
    plant.deps.bus.close();
    server.close();
  });
});
