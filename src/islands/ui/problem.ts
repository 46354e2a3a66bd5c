import type { ApiErrorCode } from '../../lib/client/kernel/api.ts';
import { ERROR_CODES, type FieldError } from '../../lib/contract/errors.ts';

export interface Failure {
  code: ApiErrorCode;
  requestId: string | null;
  errors: FieldError[];
}

const CODES: readonly string[] = [...ERROR_CODES, 'network', 'unexpected_answer'];

/** What a rejected call says: an error of the client, or the problem details of an answer. Anything without a known code is a broken network. */
export function failureOf(error: unknown): Failure {
  const { code, request_id, errors } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  return {
    code: CODES.includes(String(code)) ? (code as ApiErrorCode) : 'network',
    requestId: typeof request_id === 'string' ? request_id : null,
    errors: Array.isArray(errors) ? (errors as FieldError[]) : [],
  };
}
