import * as z from 'zod/mini';
import { auditEvent } from './audit-events.ts';
import { id, instant, listOf, listQuery, name, page, rev } from './common.ts';
import { endpoint } from './endpoint.ts';

export const MACHINE_STATUSES = ['in_operation', 'standby', 'maintenance', 'out_of_service'] as const;
export type MachineStatus = (typeof MACHINE_STATUSES)[number];

const word = z.nullable(z.string().check(z.trim(), z.maxLength(80), z.regex(/^[^\p{Cc}]*$/u)));
const seconds = z.nullable(z.number().check(z.gte(0), z.lte(31_536_000)));

export const machine = z.object({
  id,
  workspace_id: id,
  name: z.string(),
  /** Inventory number. */
  code: z.nullable(z.string()),
  kind: z.nullable(z.string()),
  site: z.nullable(z.string()),
  hall: z.nullable(z.string()),
  line: z.nullable(z.string()),
  status: z.enum(MACHINE_STATUSES),
  manufacturer: z.nullable(z.string()),
  model: z.nullable(z.string()),
  serial_number: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Seconds that one piece takes at best. */
  ideal_cycle_s: z.nullable(z.number()),
  /** A stop longer than this wants a reason, seconds. */
  planned_stop_limit_s: z.nullable(z.number()),
  /** A stop up to this long is a micro-stop, seconds. */
  micro_stop_limit_s: z.nullable(z.number()),
  /** In the organisation's currency. */
  cost_per_hour: z.nullable(z.number()),
  /** Id of the file that is its photo. */
  photo_file_id: z.nullable(id),
  datalogger_count: z.number(),
  /** Its loggers: what live values are told apart by. Empty for those who don't read loggers there. */
  datalogger_ids: z.array(id),
  /** Newest message of any logger of the machine; null also for those who don't read loggers there. */
  last_seen_at: z.nullable(instant),
  rev: z.number(),
  created_at: instant,
  updated_at: instant,
  archived_at: z.nullable(instant),
});
export type Machine = z.infer<typeof machine>;

const fields = {
  code: z.optional(word),
  kind: z.optional(word),
  site: z.optional(word),
  hall: z.optional(word),
  line: z.optional(word),
  status: z.optional(z.enum(MACHINE_STATUSES)),
  manufacturer: z.optional(word),
  model: z.optional(word),
  serial_number: z.optional(word),
  note: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(4_000)))),
  ideal_cycle_s: z.optional(seconds),
  planned_stop_limit_s: z.optional(seconds),
  micro_stop_limit_s: z.optional(seconds),
  cost_per_hour: z.optional(z.nullable(z.number().check(z.gte(0), z.lte(1e9)))),
};
const place = z.optional(z.string().check(z.maxLength(80)));

export const listMachines = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/machines',
  access: 'user',
  scope: 'machines:read',
  query: z.object({
    ...listQuery,
    workspace_id: z.optional(id),
    status: z.optional(z.enum(MACHINE_STATUSES)),
    kind: place,
    site: place,
    hall: place,
    line: place,
    // 1 = the archived ones too.
    archived: z.optional(z.enum(['0', '1'])),
  }),
  response: listOf(machine),
  summary: 'Machines of the organisation; sort: name, code, status, created_at',
});

/** What filters may offer: the words in use, with how many machines have them. */
export const listMachinePlaces = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/machines/places',
  access: 'user',
  scope: 'machines:read',
  query: z.object({ workspace_id: z.optional(id) }),
  response: z.object({
    items: z.array(
      z.object({
        site: z.nullable(z.string()),
        hall: z.nullable(z.string()),
        line: z.nullable(z.string()),
        kind: z.nullable(z.string()),
        status: z.enum(MACHINE_STATUSES),
        count: z.number(),
      }),
    ),
  }),
  summary: 'Sites, halls, lines and kinds in use',
});

export const createMachine = endpoint({
  method: 'POST',
  path: '/v1/orgs/:organization_id/machines',
  access: 'user',
  scope: 'machines:write',
  body: z.object({ id: z.optional(id), workspace_id: id, name, ...fields }),
  response: machine,
  status: 201,
  summary: 'Create a machine',
});

export const getMachine = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/machines/:id',
  access: 'user',
  scope: 'machines:read',
  response: machine,
  summary: 'One machine',
});

export const updateMachine = endpoint({
  method: 'PATCH',
  path: '/v1/orgs/:organization_id/machines/:id',
  access: 'user',
  scope: 'machines:write',
  body: z.object({
    rev,
    name: z.optional(name),
    workspace_id: z.optional(id),
    ...fields,
    photo_file_id: z.optional(z.nullable(id)),
    archived: z.optional(z.boolean()),
  }),
  response: machine,
  summary: 'Change or archive a machine; a stale `rev` answers 409 with the current row',
});

/** The machine's part of the audit trail, for everybody who sees the machine. */
export const listMachineHistory = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/machines/:id/history',
  access: 'user',
  scope: 'machines:read',
  query: z.object({ ...page }),
  response: listOf(auditEvent),
  summary: 'Changes of a machine and of its files, newest first',
});
