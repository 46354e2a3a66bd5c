import type { HeldCalibration } from '../../contract/recordings.ts';
import type { Curve } from '../../domain/readings/calibration.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { calibrationsRepo, dayIn } from '../calibrations/calibrations.repo.ts';
import type { Ctx } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { readCurve } from '../storage/readings/overlay.ts';
import { workspacesRepo } from '../workspaces/workspaces.repo.ts';
import type { ChannelRow } from './recordings.repo.ts';

/** By which version of its lines a recording is hashed that nobody signed yet; those that were stay with theirs. 2 holds the calibrations. */
export const HASH_VERSION = 2;

/** A calibration as a line of the hash has it: its kind and its numbers. */
const numbersOf = (curve: Curve): readonly unknown[] => {
  switch (curve.kind) {
    case 'none':
      return [];
    case 'offset':
      return [curve.offset];
    case 'linear':
      return [curve.gain, curve.offset];
    case 'points':
      return curve.points;
  }
};

export interface Held {
  shown: HeldCalibration[];
  /** Of the hash, see decision 0030. */
  lines: (readonly unknown[])[];
}

/** The calibrations that hold in a recording's time, and whether each was overdue when it ended there. @param to exclusive */
export async function heldCalibrations(
  { organization, clock }: Pick<Ctx, 'organization' | 'clock'>,
  db: Db,
  {
    channel,
    workspaceId,
    from,
    to,
  }: { channel: Pick<ChannelRow, 'channel_id' | 'mark_rev'>; workspaceId: string; from: number; to: number },
): Promise<Held> {
  // Nobody ever calibrated it.
  if (channel.mark_rev === null) return { shown: [], lines: [] };
  const connection = { db, organization_id: organization.id };
  const rows = await calibrationsRepo(connection, clock.now()).during(channel.channel_id, from, to);
  if (rows.length === 0) return { shown: [], lines: [] };
  const zone = (await workspacesRepo(connection).find(workspaceId))!.time_zone;
  return {
    shown: rows.map(({ id, from_ts, curve, laboratory, certificate, calibrated_on, due_on }, index) => {
      const end = rows[index + 1]?.from_ts ?? to;
      return {
        id,
        from: formatInstant(from_ts),
        curve: readCurve(curve) as HeldCalibration['curve'],
        laboratory,
        certificate,
        calibrated_on,
        due_on,
        overdue: due_on !== null && due_on < dayIn(end - 1, zone),
      };
    }),
    lines: rows.map(({ id, from_ts, curve, laboratory, certificate, calibrated_on, due_on }) => {
      const read = readCurve(curve);
      return ['calibration', id, from_ts, read.kind, numbersOf(read), laboratory, certificate, calibrated_on, due_on];
    }),
  };
}
