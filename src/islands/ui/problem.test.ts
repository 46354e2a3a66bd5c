import { describe, expect, it } from 'vitest';
import { ApiError } from '../../lib/client/kernel/api.ts';
import { failureOf } from './problem.ts';

describe('what a failed call says', () => {
  it('is the code, the fields and the request number of the answer', () => {
    const errors = [{ path: 'name', code: 'too_big', params: { maximum: 40 } }];
    const answer = { status: 422, data: { code: 'validation_failed', request_id: 'r1', errors } };
    expect(failureOf(new ApiError('validation_failed', answer))).toEqual({ code: 'validation_failed', requestId: 'r1', errors });
  });

  it('is a broken network when nothing known was said', () => {
    for (const thrown of [new TypeError('fetch failed'), undefined, null, 'no', { code: 'made_up' }])
      expect(failureOf(thrown)).toEqual({ code: 'network', requestId: null, errors: [] });
  });
});
