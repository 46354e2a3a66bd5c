import { AppError } from '../../contract/errors.ts';
import type { LiveEvent } from '../../contract/events.ts';
import * as contract from '../../contract/events.ts';
import { type Ctx, can, type Deps } from '../context.ts';
import { type App, bind } from '../http.ts';
import { systemTimers, type Timers } from '../timers.ts';
import { eventStream } from './stream.ts';

/** One browser needs one; the rest are phones, other browsers, and streams whose end the server hasn't noticed. */
const STREAMS_A_USER = 12;
const EVENT_ID = /^[0-9a-z]{1,20}-\d{1,15}$/;

export function registerEvents(app: App, deps: Deps, timers: Timers = systemTimers): void {
  const streams = new Map<string, number>();
  bind(app, deps, contract.liveEvents, async (ctx, { c }) => {
    const userId = ctx.actor.kind === 'user' ? ctx.actor.id : '';
    const open = streams.get(userId) ?? 0;
    if (open >= STREAMS_A_USER) throw new AppError('over_quota', { retryAfter: 5 });
    streams.set(userId, open + 1);

    const given = c.req.header('last-event-id');
    const body = eventStream({
      bus: deps.bus,
      timers,
      organizationId: ctx.organization.id,
      visible: visibleTo(ctx),
      // An id that none of ours can be is as good as one that is too old.
      lastEventId: given === undefined ? undefined : EVENT_ID.test(given) ? given : '0-0',
      expiresInMs: (c.get('claims')?.exp ?? 0) * 1000 - deps.clock.now() / 1000,
      onEnd() {
        const left = (streams.get(userId) ?? 1) - 1;
        if (left > 0) streams.set(userId, left);
        else streams.delete(userId);
      },
    });
    c.header('Content-Type', 'text/event-stream');
    c.header('X-Accel-Buffering', 'no');
    return c.body(body);
  });
}

function visibleTo(ctx: Ctx): (event: LiveEvent) => boolean {
  return (event) => !('workspace_id' in event.data) || can(ctx, 'dlog:read', event.data.workspace_id);
}
