/** Says that a control or a form outside of islands listens from now on: `early-presses.ts` gives it what was pressed before. */
export function awaken(control: HTMLElement): void {
  control.removeAttribute('data-asleep');
  control.dispatchEvent(new Event('astro:hydrate'));
}
