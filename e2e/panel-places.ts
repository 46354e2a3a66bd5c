import type { Page } from '@playwright/test';

/** Where things of the capture panel stand, as journeys ask for it. */

/** A thumb in a glove, pixels. */
export const GLOVE = 64;

/** What lies outside the window, or over something else: the parts of the panel, and what stands in them. */
export async function misplaced(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const misplacements: string[] = [];
    const nameOf = (one: Element) => `${one.className || one.tagName} ${one.textContent}`.slice(0, 120);
    const isSeen = (one: Element) =>
      !one.matches('.vh, .spacer') && one.getClientRects().length > 0 && one.checkVisibility({ visibilityProperty: true });
    // What is moved in a box of its own may be longer than it.
    const isMoved = (one: Element) => {
      for (let around = one.parentElement; around && !around.matches('.capture, body'); around = around.parentElement)
        if (/auto|scroll/.test(getComputedStyle(around).overflow)) return true;
      return false;
    };
    const boxesOf = (selector: string) =>
      [...document.querySelectorAll(selector)].filter(isSeen).map((one) => ({ one, box: one.getBoundingClientRect() }));
    const check = (boxes: ReturnType<typeof boxesOf>) => {
      for (const [at, { one, box }] of boxes.entries()) {
        if (!isMoved(one) && (box.left < -0.5 || box.top < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5))
          misplacements.push(`outside: ${nameOf(one)}`);
        for (const { one: other, box: its } of boxes.slice(at + 1)) {
          if (one.contains(other) || other.contains(one)) continue;
          const wide = Math.min(box.right, its.right) - Math.max(box.left, its.left);
          const high = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
          if (wide > 0.5 && high > 0.5) misplacements.push(`in each other: ${nameOf(one)} and ${nameOf(other)}`);
        }
      }
    };
    check(boxesOf('.cap-bar, .cap-now, .cap-day, .cap-pad, .cap-foot'));
    for (const parts of [
      '.cap-bar > *',
      '.cap-foot > *',
      '.cap-key',
      '.cap-day span',
      '.cap-chips > *',
      '.cap-now > *',
      '.cap-now fieldset > *',
    ])
      check(boxesOf(parts));
    for (const pad of document.querySelectorAll('.cap-pad'))
      if (pad.scrollWidth > pad.clientWidth) misplacements.push(`buttons take ${pad.scrollWidth} of ${pad.clientWidth} px`);
    if (document.documentElement.scrollWidth > innerWidth)
      misplacements.push(`the page is ${document.documentElement.scrollWidth} px wide`);
    return misplacements;
  });
}

/** Whatever can be pressed in the panel, or before it, and is smaller than so many pixels. */
export const smallerThan = (page: Page, least: number): Promise<string[]> =>
  page.locator(':is(.capture, .cap-start) :is(a, button, input, textarea, select)').evaluateAll(
    (all, pixels) =>
      all.flatMap((one) => {
        const target = one.matches('[type="checkbox"]') ? (one.closest('label') ?? one) : one;
        const { width, height } = target.getBoundingClientRect();
        return width > 0 && Math.min(width, height) < pixels - 0.1 ? [`${one.textContent || one.tagName}: ${width} × ${height}`] : [];
      }),
    least,
  );
