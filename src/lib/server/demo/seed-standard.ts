import { createAllowanceSet } from '../allowance-sets/allowance-sets.service.ts';
import type { Ctx } from '../kernel/context.ts';
import { getMeasurement, updateMeasurement } from '../measurements/measurements.service.ts';
import { tapsRepo } from '../measurements/taps.repo.ts';
import { sendTaps } from '../measurements/taps.service.ts';
import { createOperation, getOperation } from '../operations/operations.service.ts';
import { approveStandard, getOperationStandard, reviewStandard } from '../standards/standards.service.ts';
import { type Activities, excluding } from './stopwatch.ts';
import type { DemoWords } from './words.ts';

const MINUTE = 60_000;
/** An outlier of the study, which somebody leaves out after the first version was approved. */
const OUTLIER = { key: 'load', cycle: 8 };

export interface DemoStandard {
  /** Ids of what is made, and of the study that is there. */
  operation: string;
  set: string;
  study: string;
  workspaceId: string;
  machineId: string;
  word: DemoWords;
  activity: Activities;
  /** The end of the study, and now, milliseconds. */
  ended: number;
  now: number;
}

/**
 * An operation with an approved standard, from the study of the milling machine, and a draft: one reading was left out since.
 * @param as works as the analyst or the manager at some moment
 */
export async function seedStandard(
  { operation, set, study, workspaceId, machineId, word, activity, ended, now }: DemoStandard,
  as: (who: 'analyst' | 'manager', at: number) => Promise<Ctx>,
): Promise<void> {
  const after = (minutes: number) => Math.min(now, ended + minutes * MINUTE);
  await createAllowanceSet(await as('manager', ended), {
    id: set,
    name: word('Obsluha strojů'),
    basis: 'job',
    shares: { personal: 0.05, fatigue: 0.06, contingency: 0.02, interference: 0 },
    to_confirm: true,
  });
  const plain = { occurrences: 1, cycles: 1, machine_paced: false, within: null, break_point: null, shares: null };
  await createOperation(await as('manager', ended), {
    id: operation,
    workspace_id: workspaceId,
    code: 'OP-0405',
    name: word('Frézování příruby'),
    product: word('Příruba DN 80'),
    machine_id: machineId,
    unit: word('ks'),
    setup_s: 924,
    batch: 240,
    allowance_set_id: set,
    elements: [
      {
        ...plain,
        activity_id: activity('process')!,
        machine_paced: true,
        shares: { personal: 0.05, fatigue: 0, contingency: 0.02, interference: 0 },
      },
      { ...plain, activity_id: activity('load')!, break_point: word('Upínač dotažen') },
    ],
  });
  const analyst = await as('analyst', after(10));
  const { rev } = await getMeasurement(analyst, study);
  await updateMeasurement(analyst, study, { rev, operation_id: operation });
  const seen = await getOperationStandard(analyst, operation);
  const drafted = await getOperation(analyst, operation);
  await reviewStandard(analyst, operation, {
    rev: drafted.rev,
    hash: seen.draft!.hash,
    note: word('Kontrola má málo ohodnocených hodnot.'),
  });
  const manager = await as('manager', after(25));
  const reviewed = await getOperation(manager, operation);
  await approveStandard(manager, operation, { rev: reviewed.rev, hash: seen.draft!.hash, statement: word('Platí od příští směny.') });
  await leaveOut(await as('analyst', after(40)), study, activity(OUTLIER.key)!, after(40), word('přeskočil upínač'));
}

async function leaveOut(ctx: Ctx, study: string, activity: string, at: number, why: string): Promise<void> {
  const organization_id = ctx.organization.id;
  const taps = await ctx.db.read(organization_id, (db) => tapsRepo({ db, organization_id, measurement_id: study }).all());
  const begun = taps.filter((tap) => tap.kind === 'switch' && tap.activity === activity).sort((a, b) => a.at - b.at);
  const target = begun[OUTLIER.cycle - 1];
  if (target) await sendTaps(ctx, study, { taps: excluding(at, target.id, why) });
}
