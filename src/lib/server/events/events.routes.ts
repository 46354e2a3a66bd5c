import { ACCESS_LIFE_S, DEMO_VISITOR_ID } from '../../constants.ts';
import { ENTITIES } from '../../contract/entities.ts';
import { AppError } from '../../contract/errors.ts';
import type { LiveEvent } from '../../contract/events.ts';
import * as contract from '../../contract/events.ts';
import { type Ctx, can, type Deps, renewRights } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { actorId } from '../kernel/rows.ts';
import { systemTimers, type Timers } from '../kernel/timers.ts';
import type { Claims } from '../kernel/tokens.ts';
import { eventStream } from './stream.ts';

/** One browser needs one; the rest are phones, other browsers, and streams whose end the server hasn't noticed. */
const STREAMS_A_READER = 12;
/** Visitors of the demo are one person and hundreds of browsers: counted by the session, each with few. */
const STREAMS_A_VISIT = 3;
const EVENT_ID = /^[0-9a-z]{1,20}-\d{1,15}$/;

export function registerEvents(app: App, deps: Deps, timers: Timers = systemTimers): void {
  const streams = new Map<string, number>();
  bind(app, deps, contract.liveEvents, async (ctx, { c }) => {
    const { actor } = ctx;
    const visit = actor.kind === 'user' && actor.id === DEMO_VISITOR_ID ? actor.sessionId : null;
    const reader = `${actor.kind} ${visit ?? actorId(actor)}`;
    const open = streams.get(reader) ?? 0;
    if (open >= (visit === null ? STREAMS_A_READER : STREAMS_A_VISIT)) throw new AppError('over_quota', { retryAfter: 5 });
    streams.set(reader, open + 1);

    const given = c.req.header('last-event-id');
    const body = eventStream({
      bus: deps.bus,
      timers,
      organizationId: ctx.organization.id,
      visible: visibleTo(ctx),
      changesRights: changesRightsOf(ctx),
      // An id that none of ours can be is as good as one that is too old.
      lastEventId: given === undefined ? undefined : EVENT_ID.test(given) ? given : '0-0',
      onSessionEnd: sessionEndOf(ctx),
      expiresInMs: expiresInMs(deps, c.get('claims')),
      onEnd() {
        const left = (streams.get(reader) ?? 1) - 1;
        if (left > 0) streams.set(reader, left);
        else streams.delete(reader);
      },
    });
    try {
      // Once more, now that no change can be missed: they may have changed since they were asked for.
      await ctx.db.read(ctx.organization.id, (db) => renewRights(ctx, db));
    } catch (error) {
      await body.cancel();
      throw error;
    }
    c.header('Content-Type', 'text/event-stream');
    c.header('X-Accel-Buffering', 'no');
    return c.body(body);
  });
}

/** A stream ends with its access token; that of a service, whose key may be revoked, after as long. */
function expiresInMs({ clock }: Deps, claims: Claims | undefined): number {
  return claims ? claims.exp * 1000 - clock.now() / 1000 : ACCESS_LIFE_S * 1000;
}

/** How a stream hears that the session of its reader was revoked. */
function sessionEndOf({ actor, bus }: Ctx): (ended: () => void) => () => void {
  return (ended) => (actor.kind === 'user' ? bus.onSessionsEnded((ids) => ids.includes(actor.sessionId) && ended()) : () => undefined);
}

/** Events of what the reader's rights follow from: his own person, his key and its maker, a workspace in which he has a role. */
function changesRightsOf(ctx: Ctx): (event: LiveEvent) => boolean {
  const { actor } = ctx;
  return (event) => {
    // What was missed may have been one of them.
    if (event.name === 'reset') return true;
    if (event.name !== 'changed') return false;
    const { entity, id } = event.data;
    if (entity === 'people') return id === (actor.kind === 'key' ? actor.makerId : actorId(actor));
    if (entity === 'api-keys') return actor.kind === 'key' && actor.id === id;
    return entity === 'workspaces' && ctx.rights.workspaces.has(id);
  };
}

/** Events of rows that the reader may see; a row of the whole organisation is seen by everybody who has the scope somewhere. */
function visibleTo(ctx: Ctx): (event: LiveEvent) => boolean {
  return (event) => {
    if (!('workspace_id' in event.data)) return true;
    const scope = event.name === 'changed' ? ENTITIES[event.data.entity].read : 'dlog:read';
    return can(ctx, scope, event.data.workspace_id ?? undefined);
  };
}
