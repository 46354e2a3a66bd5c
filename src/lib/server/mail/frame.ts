import { LOCALE_TAGS, type Locale } from '../../constants.ts';
import { Html, html } from './html.ts';
import { type MailT, mailWords } from './words.ts';

/** What a mail says, from which its plain text and its HTML are both made. */
export interface MailContent {
  subject: string;
  /** The line that mail programs show beside the subject; only in the HTML, where it is invisible. */
  preview: string;
  title: string;
  paragraphs: readonly string[];
  /** Names with values: when, where. */
  facts?: readonly (readonly [name: string, value: string])[];
  /** Lines with a heavier first and lighter second part. */
  rows?: readonly { name: string; note: string; value: string }[];
  /** A text of somebody else, with its own line ends. */
  quote?: string;
  action: { label: string; url: string };
  /** Behind the action: how long it is good, what to do when one didn't ask for it. */
  notes: readonly string[];
  /** Stands in the place of the usual last sentence. */
  footer?: string;
}

/** A text of people on one line of a header or a sentence: no control characters, no line breaks. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();

const LIGHT = {
  ground: '#f3f5f4',
  surface: '#ffffff',
  text: '#141a19',
  text2: '#45504d',
  text3: '#626d6a',
  line: '#dfe3e2',
  accent: '#0a7671',
  onAccent: '#ffffff',
};
const DARK: typeof LIGHT = {
  ground: '#0e1312',
  surface: '#151b1a',
  text: '#e9eeec',
  text2: '#b3bdba',
  text3: '#8d9895',
  line: '#37423f',
  accent: '#3ec5bb',
  onAccent: '#04211f',
};
/** Written by hand, so not escaped: quotes of font names would become entities, which a style sheet doesn't know. */
const FONT = new Html('font-family:Inter,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif');

/** Programs without dark mode take the inline styles; those with one let these rules win. */
const STYLE = new Html(`:root{color-scheme:light dark}body{margin:0}
@media (prefers-color-scheme:dark){
.ground{background:${DARK.ground}!important}.surface{background:${DARK.surface}!important}
.t1{color:${DARK.text}!important}.t2{color:${DARK.text2}!important}.t3,.t3 a{color:${DARK.text3}!important}
.rule{border-color:${DARK.line}!important}.strong{border-color:${DARK.text}!important}
.go{background:${DARK.accent}!important}.go a{color:${DARK.onAccent}!important}.accent{background:${DARK.accent}!important}.accent-line{border-color:${DARK.accent}!important}}
@media (max-width:480px){.pad{padding-left:20px!important;padding-right:20px!important}table.wide{width:100%!important}.go a{display:block!important;text-align:center!important}}`);

const row = (style: string, className: string, content: Html): Html =>
  html`<tr><td class="pad ${className}" style="padding-left:40px;padding-right:40px;${style}">${content}</td></tr>`;

const paragraph = (text: string): Html =>
  html`<p class="t2" style="margin:0 0 12px;color:${LIGHT.text2};font-size:16px;line-height:25px">${text}</p>`;

const note = (text: string): Html =>
  html`<p class="t3" style="margin:0 0 8px;color:${LIGHT.text3};font-size:14px;line-height:21px">${text}</p>`;

function facts(list: NonNullable<MailContent['facts']>): Html {
  const line = ([name, value]: readonly [string, string]) => html`<tr>
<td class="t3 rule" style="padding:8px 16px 8px 0;border-top:1px solid ${LIGHT.line};color:${LIGHT.text3};font-size:14px;line-height:21px;vertical-align:top;white-space:nowrap">${name}</td>
<td class="t1 rule" style="padding:8px 0;border-top:1px solid ${LIGHT.line};color:${LIGHT.text};font-size:14px;line-height:21px;width:100%">${value}</td></tr>`;
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse">${list.map(line)}</table>`;
}

const quote = (text: string): Html =>
  html`<div class="t1 accent-line" style="padding:2px 0 2px 16px;border-left:3px solid ${LIGHT.accent};color:${LIGHT.text};font-size:16px;line-height:25px;white-space:pre-wrap;overflow-wrap:anywhere">${text}</div>`;

function rows(list: NonNullable<MailContent['rows']>): Html {
  const line = ({ name, note: place, value }: { name: string; note: string; value: string }) => html`<tr>
<td class="rule" style="padding:10px 16px 10px 0;border-top:1px solid ${LIGHT.line};vertical-align:top;line-height:21px">
<span class="t1" style="color:${LIGHT.text};font-size:15px;font-weight:500">${name}</span><br><span class="t3" style="color:${LIGHT.text3};font-size:13px">${place}</span></td>
<td class="t2 rule" align="right" style="padding:10px 0;border-top:1px solid ${LIGHT.line};color:${LIGHT.text2};font-size:14px;line-height:21px;vertical-align:top;white-space:nowrap">${value}</td></tr>`;
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse">${list.map(line)}</table>`;
}

function action({ label, url }: MailContent['action']): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" class="wide" style="border-collapse:separate"><tr>
<td class="go" style="background:${LIGHT.accent};border-radius:4px"><a href="${url}" style="display:inline-block;padding:12px 22px;color:${LIGHT.onAccent};font-size:16px;line-height:20px;font-weight:500;text-decoration:none">${label}</a></td></tr></table>`;
}

/** The link once more, for those whose program shows no button. */
const bareLink = (t: MailT, url: string): Html =>
  html`<p class="t3" style="margin:0;color:${LIGHT.text3};font-size:13px;line-height:20px">${t('mail:frame.link_help')}<br><a href="${url}" style="color:${LIGHT.text3};word-break:break-all">${url}</a></p>`;

function body(content: MailContent, t: MailT, host: string): Html[] {
  return [
    row(
      'padding-top:28px;padding-bottom:24px',
      '',
      html`<table role="presentation" cellpadding="0" cellspacing="0"><tr><td class="accent" style="width:4px;background:${LIGHT.accent};font-size:0">&nbsp;</td>
<td class="t1" style="padding-left:10px;color:${LIGHT.text};font-size:17px;line-height:20px;font-weight:600;letter-spacing:-0.01em">Taktlog</td></tr></table>`,
    ),
    row(
      'padding-bottom:4px',
      '',
      html`<h1 class="t1 strong" style="margin:0 0 14px;padding-top:24px;border-top:1px solid ${LIGHT.text};color:${LIGHT.text};font-size:26px;line-height:32px;font-weight:600;letter-spacing:-0.02em">${content.title}</h1>${content.paragraphs.map(paragraph)}`,
    ),
    ...(content.facts ? [row('padding-top:4px;padding-bottom:8px', '', facts(content.facts))] : []),
    ...(content.rows ? [row('padding-top:4px;padding-bottom:8px', '', rows(content.rows))] : []),
    ...(content.quote === undefined ? [] : [row('padding-top:12px;padding-bottom:12px', '', quote(content.quote))]),
    row('padding-top:12px;padding-bottom:24px', '', action(content.action)),
    row('padding-bottom:12px', '', html`${content.notes.map(note)}`),
    row('padding-bottom:32px', '', bareLink(t, content.action.url)),
    row(
      `padding-top:16px;padding-bottom:20px;border-top:1px solid ${LIGHT.line}`,
      'rule',
      html`<p class="t3" style="margin:0;color:${LIGHT.text3};font-size:13px;line-height:20px">${content.footer ?? t('mail:frame.footer', { host })}</p>`,
    ),
  ];
}

/** @param host of the site, as the reader knows it */
export function renderHtml(content: MailContent, locale: Locale, host: string): string {
  const t = mailWords(locale);
  return html`<!doctype html>
<html lang="${LOCALE_TAGS[locale]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${content.subject}</title><style>${STYLE}</style></head>
<body class="ground" style="margin:0;background:${LIGHT.ground};${FONT}">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${content.preview}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:${LIGHT.ground}"><tr><td align="center" style="padding:24px 8px">
<table role="presentation" class="surface" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:${LIGHT.surface};text-align:left;${FONT}">
${body(content, t, host)}</table></td></tr></table></body></html>`.text;
}

const WIDTH = 76;

/** A paragraph on lines that every program shows whole; addresses are never broken. */
function wrap(text: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}

/** Lines of somebody else are marked, so that none of them passes for one of ours. */
const quoted = (text: string): string =>
  text
    .split('\n')
    .flatMap((line) => wrap(line).split('\n'))
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');

export function renderText(content: MailContent, locale: Locale, host: string): string {
  const t = mailWords(locale);
  const blocks = [
    wrap(content.title),
    ...content.paragraphs.map(wrap),
    ...(content.facts ? [content.facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...(content.rows
      ? [content.rows.map(({ name, note: place, value }) => `- ${name}${place === '' ? '' : ` (${place})`}: ${value}`).join('\n')]
      : []),
    ...(content.quote === undefined ? [] : [quoted(content.quote)]),
    `${content.action.label}:\n${content.action.url}`,
    ...content.notes.map(wrap),
    `-- \n${wrap(content.footer ?? t('mail:frame.footer', { host }))}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}
