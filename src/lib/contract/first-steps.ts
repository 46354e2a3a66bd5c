import * as z from 'zod/mini';
import { id } from './common.ts';
import { endpoint } from './endpoint.ts';

export const SETUP_STEPS = ['workspace', 'machine', 'logger', 'reading', 'screen', 'publish', 'measure', 'people'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** How far an organisation has been set up. */
export const firstSteps = z.object({
  /** Null = the person can't know. */
  done: z.object(
    Object.fromEntries(SETUP_STEPS.map((step) => [step, z.nullable(z.boolean())])) as Record<
      SetupStep,
      z.ZodMiniNullable<z.ZodMiniBoolean>
    >,
  ),
  /** The logger that is to send its first reading. */
  datalogger: z.nullable(id),
  /** The screen that is to be published, and the published panel that is to be measured with. */
  screen: z.nullable(id),
  panel: z.nullable(id),
});
export type FirstSteps = z.infer<typeof firstSteps>;

export const getFirstSteps = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/first-steps',
  access: 'user',
  scope: 'org:read',
  response: firstSteps,
  summary: 'Which of the first steps of an organisation are taken, as far as the person may see it',
});
