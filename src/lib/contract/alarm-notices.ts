import * as z from 'zod/mini';
import { id, instant } from './common.ts';
import { endpoint } from './endpoint.ts';

export const NOTICE_WAYS = ['mail', 'webhook', 'push'] as const;
export type NoticeWay = (typeof NOTICE_WAYS)[number];
/**
 * held: until the recipient's quiet hours are over; waiting: on its way; sent: handed over; filed: written to a file, since there is no mail
 * server; failed: given up; dropped: nothing was left to tell when its time came.
 */
export const NOTICE_STATES = ['held', 'waiting', 'sent', 'filed', 'failed', 'dropped'] as const;
export type NoticeState = (typeof NOTICE_STATES)[number];

export const listAlarmNotices = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/alarms/:id/notices',
  access: 'user',
  scope: 'dlog:read',
  response: z.object({
    items: z.array(
      z.object({
        id,
        way: z.enum(NOTICE_WAYS),
        /** Null = that person, device or webhook is gone. */
        recipient: z.nullable(z.string()),
        /** 0 = when it began; then that of the escalation. */
        step: z.number(),
        state: z.enum(NOTICE_STATES),
        made_at: instant,
        /** Of one that is held: until when. */
        due_at: z.nullable(instant),
        settled_at: z.nullable(instant),
      }),
    ),
  }),
  summary: 'Who was told of an alarm, in which way, and what became of each message',
});
