import type { Config } from '../../kernel/config.ts';

/** Words that the build writes for what only the running server knows. */
const SITE_PLACEHOLDER = 'https://site.invalid';
/** The embed whose values the hall display shows, in the address from which it takes them. */
export const HALL_PLACEHOLDER = '__HALL_EMBED__';
export const OPERATOR_PLACEHOLDERS = { name: '__OPERATOR_NAME__', address: '__OPERATOR_ADDRESS__', email: '__OPERATOR_EMAIL__' } as const;

type Escape = (text: string) => string;

const MARKUP: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const markup: Escape = (text) => text.replace(/[&<>"']/g, (character) => MARKUP[character] as string);
/** Inside a JSON string; `<` and `&` too, since JSON also stands in script elements. */
const json: Escape = (text) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/[<>&]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
const plain: Escape = (text) => text.replace(/[\r\n]+/g, ' ');

const SCRIPT_ELEMENT = /<script\b[^>]*>[\s\S]*?<\/script>/gi;

/** The form that opens the demo; pages of an installation that shows none go out without it. */
const DEMO_DOOR = /<form\b[^>]*\sdata-demo-door\b[\s\S]*?<\/form>/g;

/** Settings that stand in prerendered pages. */
export type PageConfig = Pick<Config, 'siteUrl' | 'operator' | 'demoPublic' | 'hallEmbed'>;

/** Puts the configured origin and operator into a prerendered file, escaped for where they stand; other types are left alone. */
export function fillPlaceholders(text: string, type: string, config: PageConfig): string {
  const words: [string, string][] = [
    [SITE_PLACEHOLDER, config.siteUrl],
    [OPERATOR_PLACEHOLDERS.name, config.operator.name],
    [OPERATOR_PLACEHOLDERS.address, config.operator.address],
    [OPERATOR_PLACEHOLDERS.email, config.operator.email],
    [HALL_PLACEHOLDER, config.hallEmbed ?? ''],
  ];
  const fill = (part: string, escaped: Escape) =>
    words.reduce((filled, [word, value]) => filled.replaceAll(word, () => escaped(value)), part);
  if (type.startsWith('text/html'))
    return fill(
      (config.demoPublic ? text : text.replace(DEMO_DOOR, '')).replace(SCRIPT_ELEMENT, (script) => fill(script, json)),
      markup,
    );
  if (type.startsWith('application/xml')) return fill(text, markup);
  if (type.startsWith('application/json') || type.startsWith('application/manifest+json')) return fill(text, json);
  if (type.startsWith('text/plain')) return fill(text, plain);
  return text;
}
