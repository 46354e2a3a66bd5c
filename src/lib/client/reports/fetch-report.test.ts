import { expect, it } from 'vitest';
import { getRecordingReport } from '../../contract/reports.ts';
import { addressOf, fetchReport } from './fetch-report.ts';

const answering =
  (body: BodyInit, init: ResponseInit): typeof fetch =>
  () =>
    Promise.resolve(new Response(body, init));

it('a report has its address, its name and its bytes', async () => {
  const address = addressOf(getRecordingReport, { organization_id: 'o', id: 'r' }, { format: 'pdf', locale: 'cs' });
  expect(address).toBe('/v1/orgs/o/recordings/r/report?format=pdf&locale=cs');
  const made = await fetchReport(
    address,
    answering('%PDF', { headers: { 'Content-Disposition': 'attachment; filename="protokol-1.pdf"' } }),
  );
  expect([made.name, await made.content.text()]).toEqual(['protokol-1.pdf', '%PDF']);
});

it('one that can’t be made says why', async () => {
  const refused = answering(JSON.stringify({ code: 'report_failed' }), { status: 500 });
  await expect(fetchReport('/x', refused)).rejects.toMatchObject({ code: 'report_failed', status: 500 });
  await expect(fetchReport('/x', answering('<html>', { status: 502 }))).rejects.toMatchObject({ code: 'unexpected_answer' });
  await expect(fetchReport('/x', () => Promise.reject(new TypeError('down')))).rejects.toMatchObject({ code: 'network' });
});
