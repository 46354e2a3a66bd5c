import type { Ctx, Mutation } from '../../kernel/context.ts';
import { followWatches, type WatchScope } from './watches.ts';

/** Rules watch what channels and loggers are now: to be called by whoever makes, moves, names or archives them, in the same transaction. */
export async function followRules(ctx: Ctx, tx: Mutation, scope: WatchScope): Promise<void> {
  const told = await followWatches(tx.db, scope, { organizationId: ctx.organization.id, now: ctx.clock.now() });
  for (const alarm of told) tx.publish({ name: 'changed', data: { entity: 'alarms', ...alarm } });
}
