/** Puts a text on the clipboard; over plain http there is no clipboard API and the old command is asked. False where the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Refused by the browser: the old command may still be allowed.
  }
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'vh';
  const before = document.activeElement;
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return done;
}
