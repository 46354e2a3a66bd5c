import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Reports of recordings and of times: paper and workbooks that say what the pages say. */

export const REPORT_FORMATS = ['pdf', 'xlsx'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
const locale = z.enum(['cs', 'en', 'sk']);

export const getRecordingReport = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/recordings/:id/report',
  access: 'user',
  scope: 'dlog:read',
  query: z.object({ format: z.enum(REPORT_FORMATS), locale: z.optional(locale) }),
  response: z.unknown(),
  summary: 'A recording as a document: what its page says, with a hash of it; one that has not begun answers 409',
});
