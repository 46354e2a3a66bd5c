/** HTML text of which every part that was filled in is escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] as string);

type Part = string | Html | readonly Html[];

/** A template that escapes whatever isn't {@link Html} already. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const filled = parts.map((part) => {
    if (typeof part === 'string') return escapeHtml(part);
    return part instanceof Html ? part.text : part.map(({ text }) => text).join('');
  });
  return new Html(strings.map((text, index) => text + (filled[index] ?? '')).join(''));
}
