/** A button that shows and hides what is typed in the field it names in `data-reveal`. */
export function reveal(button: HTMLButtonElement, words: { show: string; hide: string }): void {
  const input = document.getElementById(button.dataset.reveal ?? '') as HTMLInputElement;
  button.addEventListener('click', () => {
    const shown = input.type === 'password';
    input.type = shown ? 'text' : 'password';
    button.setAttribute('aria-pressed', String(shown));
    button.setAttribute('aria-label', shown ? words.hide : words.show);
    input.focus();
  });
  // Browsers offer to keep a password only from a password field.
  input.form?.addEventListener('submit', () => {
    input.type = 'password';
  });
}
