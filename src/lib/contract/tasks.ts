import * as z from 'zod/mini';
import { id, instant, queryInstant, rev } from './common.ts';
import { endpoint } from './endpoint.ts';
import { ERROR_CODES } from './errors.ts';
import { lookedFor, readingChanges, reparse } from './received-data.ts';
import { RECEIVED_STATUSES } from './received-status.ts';
import type { Scope } from './scopes.ts';

/** Work that takes longer than a request: it goes on without whoever asked for it, and over restarts of the server. */

/** What a task can be, and the right that asking for it wants. */
export const TASK_KINDS = {
  'received-data.export': 'dlog:read',
  'readings.export': 'dlog:read',
  'received-data.reparse': 'dlog:write',
  'channels.merge': 'dlog:write',
  'imports.check': 'dlog:write',
  'imports.run': 'dlog:write',
} as const satisfies Record<string, Scope>;
export type TaskKindName = keyof typeof TASK_KINDS;
const KINDS = Object.keys(TASK_KINDS) as [TaskKindName, ...TaskKindName[]];

/** queued and running ones go on by themselves; the others have ended. */
export const TASK_STATES = ['queued', 'running', 'done', 'failed', 'cancelled', 'undone'] as const;
export type TaskState = (typeof TASK_STATES)[number];
export const isUnderWay = (state: TaskState): boolean => state === 'queued' || state === 'running';

/** Tasks of one organisation that wait or run at the same time, and how many of them run. */
export const TASKS_WAITING = 20;
export const TASKS_RUNNING = 2;
/** An ended task, and the file that it made, is kept so long. */
export const TASKS_KEPT_DAYS = 7;

/** What became of readings: stored, or only looked at. */
export const readingCounts = z.object({
  rows: z.number(),
  new: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  /** Values that can't be stored; a row without a time counts as one. */
  refused: z.number(),
  /** Cells that say that nothing was measured. */
  missing: z.number(),
});
export type ReadingCounts = z.infer<typeof readingCounts>;

/** Why an import made no recording: nothing of it was stored, or its channels can't be recorded together any more. */
export const UNRECORDED = ['no_readings', 'refused'] as const;

const mergedChannel = z.object({ name: z.string(), datalogger_name: z.nullable(z.string()) });

export const task = z.object({
  id,
  kind: z.enum(KINDS),
  workspace_id: z.nullable(id),
  state: z.enum(TASK_STATES),
  /** What was done is being undone, or was to be. */
  undoing: z.boolean(),
  /** What was done can be undone now. */
  undoable: z.boolean(),
  /** How many of `total` things are done; nobody may know how many there are. */
  done: z.number(),
  total: z.nullable(z.number()),
  /** Why it failed. */
  error: z.nullable(z.enum(ERROR_CODES)),
  /** What became of readings, where it changes any; null until it ended. */
  changes: z.nullable(readingChanges),
  /** Messages that stayed as they were, since their stored bodies are damaged. */
  damaged: z.number(),
  /** What it is about, by name: the file of a logger, or the logger whose messages are read again. */
  about: z.nullable(z.object({ name: z.string(), datalogger_id: id })),
  /** Channels that are merged, by the names that they and their loggers had when somebody asked for it; null = it merges none, or those of two workspaces. */
  merged: z.nullable(z.object({ from: mergedChannel, into: mergedChannel })),
  counts: z.nullable(readingCounts),
  /** The recording that it made of what it stored, or why it made none; null = nobody wanted one, or it isn't that far. */
  recording: z.nullable(z.object({ id: z.nullable(id), failure: z.nullable(z.enum(UNRECORDED)) })),
  /** What it made, to be had from `…/content`. */
  file: z.nullable(z.object({ name: z.string(), size: z.number() })),
  created_by: z.string(),
  created_at: instant,
  started_at: z.nullable(instant),
  ended_at: z.nullable(instant),
  /** When it is forgotten, with its file; null while it is under way. */
  expires_at: z.nullable(instant),
});
export type Task = z.infer<typeof task>;

/** The filters of the list of received data. */
export const receivedDataExport = z.object({
  workspace_id: z.optional(id),
  datalogger_id: z.optional(id),
  status: z.optional(z.enum(RECEIVED_STATUSES)),
  door: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
  ...lookedFor,
  from: z.optional(queryInstant),
  to: z.optional(queryInstant),
  /** Words of the head, the separator and the way of numbers. */
  locale: z.enum(['cs', 'en', 'sk']),
});
export type ReceivedDataExport = z.infer<typeof receivedDataExport>;

const path = '/v1/orgs/:organization_id/tasks';

export const listTasks = endpoint({
  method: 'GET',
  path,
  access: 'user',
  scope: 'org:read',
  query: z.object({ everybody: z.optional(z.literal('1')) }),
  response: z.object({ items: z.array(task) }),
  summary: "Tasks of the last week, newest first, at most 100: one's own, or with everybody=1 those of the workspaces that one manages",
});

export const createTask = endpoint({
  method: 'POST',
  path,
  access: 'user',
  scope: 'org:read',
  body: z.object({ id: z.optional(id), kind: z.literal('received-data.export'), params: receivedDataExport }),
  response: task,
  status: 201,
  summary: 'Begin a task; received-data.export writes the messages that the filters leave into a CSV file',
});

export const getTask = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  access: 'user',
  scope: 'org:read',
  response: task,
  summary: 'One task: for whoever began it, and for those who manage its workspace',
});

export const cancelTask = endpoint({
  method: 'POST',
  path: `${path}/:id/cancel`,
  access: 'user',
  scope: 'org:read',
  response: task,
  summary: 'End a task that waits or runs; nothing more is done of it from now on',
});

export const undoTask = endpoint({
  method: 'POST',
  path: `${path}/:id/undo`,
  access: 'user',
  scope: 'org:read',
  response: task,
  summary: 'Undo what an ended task did, as a task of its own kind; 409 where there is nothing to undo',
});

export const getTaskContent = endpoint({
  method: 'GET',
  path: `${path}/:id/content`,
  access: 'user',
  scope: 'org:read',
  response: z.unknown(),
  summary: 'The file that a task made; for whoever may read now what is in it',
});

export const reparseReceivedData = endpoint({
  method: 'POST',
  path: '/v1/orgs/:organization_id/received-data/reparse',
  access: 'user',
  scope: 'dlog:write',
  body: reparse,
  response: task,
  status: 201,
  summary: 'Begin a task that reads stored messages again, or takes back what they gave; it can be undone as long as the task is kept',
});

export const mergeChannel = endpoint({
  method: 'POST',
  path: '/v1/orgs/:organization_id/channels/:id/merge',
  access: 'user',
  scope: 'dlog:write',
  body: z.object({ rev, into: id }),
  response: task,
  status: 201,
  summary:
    'Begin a task that gives the readings of a channel to another one, which takes its key too; it can be undone as long as the task is kept',
});
