import type { Locale } from '../../constants.ts';
import type { QueryOf } from '../../contract/endpoint.ts';
import type { getStandardReport as endpoint } from '../../contract/reports.ts';
import { formatter } from '../../i18n/format.ts';
import { href } from '../../i18n/href.ts';
import type { Ctx } from '../kernel/context.ts';
import { getObservedStandard } from '../standards/standards.service.ts';
import { type ReportDocument, reportHash } from './document.ts';
import { makePdf } from './pdf/make-pdf.ts';
import { type MadeFile, numberOf, PDF_TYPE, placeOf } from './reports.service.ts';
import { standardCsv, standardJson } from './standard-data.ts';
import { type StandardSubject, standardBlocks, standardSubject } from './standard-report.ts';
import { writeStandardXlsx } from './standard-xlsx.ts';
import { type Voice, voiceOf } from './subject.ts';
import { reportWords } from './words.ts';
import { XLSX_TYPE } from './xlsx.ts';

/** @throws AppError not_found, conflict (there are no readings) */
async function documentOf(
  ctx: Ctx,
  id: string,
  asked: number | null,
  locale: Locale,
): Promise<{ document: ReportDocument; subject: StandardSubject; voice: Voice }> {
  const { row, version, elements } = await getObservedStandard(ctx, id, asked);
  const place = await placeOf(ctx, row.workspace_id);
  const now = ctx.clock.now();
  const voice = voiceOf(reportWords(locale), formatter(locale, place.zone), locale, { from: now, to: now });
  const { t, format } = voice;
  const subject = standardSubject(row, version, elements, { workspace: place.workspace, locale });
  const key = version.state === 'draft' ? 'draft' : String(version.version);
  const said = {
    locale,
    kind: t('report-file:standard.kind'),
    title: row.name,
    above: `${t('report-file:standard.kind')}, ${t(`operations:version_state.${version.state}`, { version: version.version })}`,
    below: t('report-file:standard.below', {
      standard: format.quantity(subject.shown.standard, 's', 3),
      unit: subject.unit,
      hour: format.number(version.card.pieces_per_hour, 1),
      shift: format.number(version.card.pieces_per_shift),
    }),
    issuer: `${place.organization}, ${place.workspace}`,
    number: `${numberOf(row.id)}-${key}`,
    revision: null,
    url: new URL(`${href('/tm/operations/{id}', { id }, locale)}?org=${ctx.organization.id}#standard/${key}`, ctx.config.siteUrl).href,
    words: { hash: t('report-file:hash.title'), hash_text: t('report-file:hash.text'), check: t('report-file:check') },
    blocks: standardBlocks(subject, voice),
  };
  const document = { ...said, hash: reportHash(said), made: t('report-file:made', { time: format.dateTime(now / 1_000, 'second') }) };
  return { document, subject, voice };
}

/** @throws AppError not_found, conflict (there are no readings), report_failed */
export async function standardReport(
  ctx: Ctx,
  id: string,
  { format, locale = 'en', version, part = 'card' }: QueryOf<typeof endpoint>,
): Promise<MadeFile> {
  const { document, subject, voice } = await documentOf(ctx, id, version === undefined ? null : Number(version), locale);
  const name = `${voice.t('report-file:standard.file')}-${document.number}`;
  const { hash } = document;
  if (format === 'json') return { bytes: standardJson(subject, document), mediaType: 'application/json', name: `${name}.json`, hash };
  if (format === 'csv') {
    const ending = part === 'card' ? '' : `-${voice.t('report-file:standard.readings_file')}`;
    return { bytes: standardCsv(subject, voice, locale, part), mediaType: 'text/csv; charset=utf-8', name: `${name}${ending}.csv`, hash };
  }
  if (format === 'pdf') return { bytes: await makePdf(document), mediaType: PDF_TYPE, name: `${name}.pdf`, hash };
  return { bytes: await writeStandardXlsx(document, subject, voice), mediaType: XLSX_TYPE, name: `${name}.xlsx`, hash };
}
