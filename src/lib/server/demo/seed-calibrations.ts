import type { Curve } from '../../contract/calibrations.ts';
import { SCOPES } from '../../contract/scopes.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { createCalibration } from '../calibrations/calibrations.service.ts';
import type { Ctx, Deps } from '../kernel/context.ts';

interface DemoCalibration {
  code: string;
  key: string;
  curve: Curve;
  certificate: string;
  /** Days before now. */
  calibrated: number;
  /** Days from now on; below zero = overdue. */
  due: number;
  uncertainty: string;
}

/** One that is overdue, one that is due soon, two that are valid. */
export const DEMO_CALIBRATIONS: readonly DemoCalibration[] = [
  {
    code: 'LOG-0005',
    key: 'temperature',
    curve: { kind: 'offset', offset: -0.3 },
    certificate: '8012-KL-T0417/25',
    calibrated: 377,
    due: -12,
    uncertainty: '±0,3 °C (k = 2)',
  },
  {
    code: 'LOG-0006',
    key: 'core',
    curve: { kind: 'none' },
    certificate: '8012-KL-T0902/25',
    calibrated: 347,
    due: 18,
    uncertainty: '±0,2 °C (k = 2)',
  },
  {
    code: 'LOG-0006',
    key: 'air',
    curve: {
      kind: 'points',
      points: [
        [-20.2, -20],
        [0.1, 0],
        [25.3, 25],
      ],
    },
    certificate: '8012-KL-T0311/26',
    calibrated: 20,
    due: 345,
    uncertainty: '±0,2 °C (k = 2)',
  },
  {
    code: 'LOG-0003',
    key: 'chamber',
    curve: { kind: 'linear', gain: 1.004, offset: -0.8 },
    certificate: '8012-KL-T0298/26',
    calibrated: 34,
    due: 331,
    uncertainty: '±1,5 °C (k = 2)',
  },
];

const LABORATORY = 'ČMI, OI Brno';
const DAY_US = 86_400e6;
const HOUR_US = 3_600e6;

/** Calibrations of some channels of the plant, in the name of its person. */
export async function seedCalibrations(
  deps: Deps,
  { organization, userId }: { organization: { id: string; no: number }; userId: string },
  channelsOf: (code: string) => ReadonlyMap<string, string>,
): Promise<void> {
  const ctx: Ctx = {
    ...deps,
    actor: { kind: 'user', id: userId, sessionId: '' },
    organization,
    rights: { organization: new Set(SCOPES), workspaces: new Map() },
    allOrgs: false,
    requestId: 'demo',
  };
  const now = Math.floor(deps.clock.now() / HOUR_US) * HOUR_US;
  const day = (days: number) => formatInstant(now + days * DAY_US).slice(0, 10);
  for (const { code, key, curve, calibrated, due, ...said } of DEMO_CALIBRATIONS) {
    const channel_id = channelsOf(code).get(key);
    if (channel_id === undefined) continue;
    await createCalibration(ctx, {
      ...said,
      channel_id,
      curve,
      from: formatInstant(now - calibrated * DAY_US),
      laboratory: LABORATORY,
      calibrated_on: day(-calibrated),
      due_on: day(due),
    });
  }
}
