import * as z from 'zod/mini';

/**
 * The closed table of error codes. The server sends a code and never a sentence; the client shows `errors:<code>` in the
 * reader's language. `level` is the level at which the server logs it.
 */
export const ERRORS = {
  malformed_request: { status: 400, level: 'info' },
  malformed_json: { status: 400, level: 'info' },
  unparsed: { status: 400, level: 'info' },
  request_ended: { status: 400, level: 'info' },
  unauthenticated: { status: 401, level: 'info' },
  token_expired: { status: 401, level: 'info' },
  session_revoked: { status: 401, level: 'info' },
  key_unknown: { status: 401, level: 'info' },
  credentials_wrong: { status: 401, level: 'info' },
  device_unknown: { status: 401, level: 'info' },
  forbidden: { status: 403, level: 'info' },
  cross_site: { status: 403, level: 'warn' },
  /** Visitors of the demo look only. */
  demo_read_only: { status: 403, level: 'info' },
  logger_paused: { status: 403, level: 'info' },
  password_wrong: { status: 403, level: 'info' },
  password_common: { status: 422, level: 'info' },
  not_found: { status: 404, level: 'info' },
  setup_link_invalid: { status: 404, level: 'info' },
  invitation_invalid: { status: 404, level: 'info' },
  reset_link_invalid: { status: 404, level: 'info' },
  method_not_allowed: { status: 405, level: 'info' },
  conflict: { status: 409, level: 'info' },
  stale_rev: { status: 409, level: 'info' },
  email_taken: { status: 409, level: 'info' },
  setup_done: { status: 409, level: 'info' },
  slug_taken: { status: 409, level: 'info' },
  last_owner: { status: 409, level: 'info' },
  already_member: { status: 409, level: 'info' },
  workspace_archived: { status: 409, level: 'info' },
  measurement_finished: { status: 409, level: 'info' },
  measurement_archived: { status: 409, level: 'info' },
  recording_signed: { status: 409, level: 'info' },
  recording_changed: { status: 409, level: 'info' },
  /** A certificate that was there when a recording was signed. */
  file_signed: { status: 409, level: 'info' },
  standard_approved: { status: 409, level: 'info' },
  standard_changed: { status: 409, level: 'info' },
  /** Somebody else has to approve it. */
  four_eyes: { status: 409, level: 'info' },
  /** Its end is for good. */
  embed_revoked: { status: 409, level: 'info' },
  share_password: { status: 403, level: 'info' },
  share_ended: { status: 410, level: 'info' },
  body_too_large: { status: 413, level: 'info' },
  too_many_readings: { status: 413, level: 'info' },
  /** More than one answer holds, or than a sheet has room for. */
  too_many_rows: { status: 413, level: 'info' },
  image_too_large: { status: 413, level: 'info' },
  too_many_files: { status: 413, level: 'info' },
  too_many_tasks: { status: 409, level: 'info' },
  files_over_quota: { status: 413, level: 'warn' },
  uri_too_long: { status: 414, level: 'info' },
  unsupported_media_type: { status: 415, level: 'info' },
  file_type_refused: { status: 415, level: 'info' },
  rejected: { status: 422, level: 'info' },
  /** Nothing within is reached from outside, and nothing goes out unencrypted. */
  address_refused: { status: 422, level: 'info' },
  image_unreadable: { status: 422, level: 'info' },
  validation_failed: { status: 422, level: 'info' },
  read_too_long: { status: 422, level: 'warn' },
  too_many_attempts: { status: 429, level: 'warn' },
  over_quota: { status: 429, level: 'warn' },
  over_read_budget: { status: 429, level: 'warn' },
  /** Laying it out took too long or too much, or something in it can't be written. */
  report_failed: { status: 500, level: 'error' },
  /** What was stored of a message is damaged. */
  body_unreadable: { status: 500, level: 'error' },
  internal: { status: 500, level: 'error' },
  storage_busy: { status: 503, level: 'warn' },
  /** As many visitors as it takes, or not made yet. */
  demo_closed: { status: 503, level: 'warn' },
  stopping: { status: 503, level: 'info' },
  storage_full: { status: 507, level: 'warn' },
} as const;

export type ErrorCode = keyof typeof ERRORS;
export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

/** One field's problem: `path` is dotted, `code` is a key of `errors:field.<code>`, `params` fill the sentence. */
export const fieldError = z.object({
  path: z.string(),
  code: z.string(),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
});
export type FieldError = z.infer<typeof fieldError>;

/** RFC 9457 problem details with Taktlog's additions, `application/problem+json`. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.enum(ERROR_CODES),
  request_id: z.string(),
  errors: z.optional(z.array(fieldError)),
  /** The current row, with `stale_rev`. */
  current: z.optional(z.unknown()),
});
export type Problem = z.infer<typeof problem>;

/** The only error that services throw on purpose. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldError[] | undefined;
  readonly current: unknown;
  /** Seconds, for 429, 503 and 507. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, more: { errors?: FieldError[]; current?: unknown; retryAfter?: number; cause?: unknown } = {}) {
    super(code, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'AppError';
    this.code = code;
    this.errors = more.errors;
    this.current = more.current;
    this.retryAfter = more.retryAfter;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}
