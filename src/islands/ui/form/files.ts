/** What a file field does with files, apart from showing them. */

const isSame = (a: File, b: File) => a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

/** The files after some were chosen: added once each, or in place of the one there is. */
export function withFiles(kept: readonly File[], chosen: readonly File[], multiple: boolean): File[] {
  if (!multiple) return chosen.length > 0 ? chosen.slice(0, 1) : [...kept];
  const added = chosen.filter((one, index) => ![...kept, ...chosen.slice(0, index)].some((other) => isSame(one, other)));
  return [...kept, ...added];
}

/** What the browser's chooser offers first, out of the rules `ext`, `image` and `mimes`; undefined = anything. The rules decide, not the offer. */
export function acceptOf(rules: string | undefined): string | undefined {
  const all = (rules ?? '').split('|').map((rule) => rule.split(':', 2) as [string, string?]);
  const of = (name: string) => all.find(([rule]) => rule === name)?.[1]?.split(',') ?? [];
  const offered = [...of('ext').map((ext) => `.${ext.trim()}`), ...of('mimes').map((type) => type.trim())];
  if (offered.length === 0 && all.some(([rule]) => rule === 'image' || rule === 'dimensions')) offered.push('image/*');
  return offered.length > 0 ? offered.join(',') : undefined;
}

/** Kinds of pictures that every browser draws. */
export const isDrawable = ({ type }: Pick<File, 'type'>): boolean => /^image\/(png|jpeg|gif|webp|bmp|avif|svg\+xml)$/.test(type);
