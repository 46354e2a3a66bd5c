/** Names are made of what few values there are of, so this is never reached unless one forgets it. */
const MOST = 2_000;
const texts = new Map<string, string>();

/** The text of that name, made by `make` when nobody has asked for it before. While somebody develops, it is made each time. */
export async function kept(name: string, make: () => Promise<string>): Promise<string> {
  const known = import.meta.env.DEV ? undefined : texts.get(name);
  if (known !== undefined) return known;
  const text = await make();
  if (texts.size >= MOST) texts.clear();
  texts.set(name, text);
  return text;
}
