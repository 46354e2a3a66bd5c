import { describe, expect, it } from 'vitest';
import type { T } from '../lib/i18n/index.ts';
import { errorText } from './error-text.ts';

const key: T = (one) => one;

describe('an error page', () => {
  it('is titled by its status: not found for 404, an internal error for all else', () => {
    expect(errorText(key, { status: 404 })).toMatchObject({ status: 404, title: 'error-pages:not_found.title' });
    for (const status of [403, 500, 503, 418])
      expect(errorText(key, { status })).toMatchObject({ status, title: 'error-pages:internal.title' });
  });
  it('has the status 500 when nothing is said', () => {
    expect(errorText(key, {})).toMatchObject({ status: 500, title: 'error-pages:internal.title', help: 'error-pages:internal.help' });
  });
  it('is titled by the status message when one is supplied', () => {
    for (const status of [undefined, 403, 404, 500])
      expect(errorText(key, { status, statusMessage: 'No way' })).toMatchObject({ status: status ?? 500, title: 'No way' });
  });
});
