/** The session can't be gone on with; nothing was sent. */
export const SESSION_OVER = 'Both token and refresh token have expired. Your request was aborted.';

/** A refused log-in, refresh or profile; `code` is from the table of error codes, `internal` when the answer had none. */
export class AuthError extends Error {
  readonly code: string;
  readonly status: number;
  constructor(answer: { status: number; data: unknown }) {
    const code = (answer.data as { code?: unknown } | null)?.code;
    const known = typeof code === 'string' ? code : 'internal';
    super(known);
    this.name = 'AuthError';
    this.code = known;
    this.status = answer.status;
  }
}
