import type { Page } from '@playwright/test';

/**
 * What a reader would call broken in a page as it stands: words that are cut, controls beyond the window, names of texts in place of the texts,
 * words that stand in each other. A picture may be read by it before anybody looks.
 *
 * @returns a line for each fault, at most 12
 */
export function faultsOf(page: Page, isTouch: boolean): Promise<string[]> {
  return page.evaluate((touch) => {
    const faults: string[] = [];
    const seen = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const name = (element: Element) =>
      `${element.localName}${element.id ? `#${element.id}` : ''} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 50)}"`;
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) faults.push(`the page is ${document.documentElement.scrollWidth} px wide`);
    /** Somebody can scroll to what stands beyond the edge of it, or it is read out only. */
    const isAway = (element: Element) => {
      for (let around: Element | null = element; around; around = around.parentElement) {
        const { overflowX, position, clipPath } = getComputedStyle(around);
        if (/auto|scroll/.test(overflowX) || clipPath !== 'none' || around.matches('.vh, .sr-only, svg, [data-live-announcer]'))
          return true;
        if (position === 'fixed' && around.getBoundingClientRect().width <= 1) return true;
      }
      return false;
    };
    /** What of a text isn't cut off. */
    const seenOf = (element: Element, { left, top, right, bottom }: DOMRect) => {
      const shown = { left, top, right, bottom };
      for (let around: Element | null = element; around && around !== document.body; around = around.parentElement) {
        if (getComputedStyle(around).overflowX === 'visible') continue;
        const edge = around.getBoundingClientRect();
        shown.left = Math.max(shown.left, edge.left);
        shown.right = Math.min(shown.right, edge.right);
        shown.top = Math.max(shown.top, edge.top);
        shown.bottom = Math.min(shown.bottom, edge.bottom);
      }
      return shown;
    };
    const texts: { of: Element; box: ReturnType<typeof seenOf> }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (!element || text === '' || element.closest('script, style, noscript, template') || !seen(element)) continue;
      if (/\b(undefined|NaN|null|\[object)\b/.test(text)) faults.push(`says "${text.slice(0, 60)}"`);
      if (/\{\{|\b[a-z-]+:[a-z_]+(\.[a-z_]+)+\b/.test(text) && !element.closest('code, pre, .mono'))
        faults.push(`names a text: "${text.slice(0, 60)}"`);
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (box.width === 0 || isAway(element)) continue;
      if (box.right > width + 1 || box.left < -1) faults.push(`beyond the window: ${name(element)}`);
      for (let around: Element | null = element; around && around !== document.body; around = around.parentElement) {
        const { overflowX, overflowY, textOverflow, lineClamp } = getComputedStyle(around) as CSSStyleDeclaration & { lineClamp: string };
        if (overflowX === 'visible') continue;
        const edge = around.getBoundingClientRect();
        const isTold = around.closest('[title], [aria-label]') !== null;
        if (box.right > edge.right + 2 && textOverflow !== 'ellipsis') faults.push(`cut at the side: ${name(element)}`);
        else if (box.right > edge.right + 2 && !isTold && !around.closest('a, button, tr'))
          faults.push(`cut with nothing that says the rest: ${name(element)}`);
        if (/hidden|clip/.test(overflowY) && box.bottom > edge.bottom + 3 && box.top < edge.bottom && lineClamp === 'none')
          faults.push(`cut below: ${name(element)}`);
        break;
      }
      if (box.top < innerHeight * 3 && texts.length < 1500) texts.push({ of: element, box: seenOf(element, box) });
    }
    for (const [at, { of, box }] of texts.entries())
      for (const other of texts.slice(at + 1, at + 40)) {
        if (of.contains(other.of) || other.of.contains(of)) continue;
        const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (wide > 3 && high > 5) {
          const middle = document.elementFromPoint(
            (Math.max(box.left, other.box.left) + Math.min(box.right, other.box.right)) / 2,
            (Math.max(box.top, other.box.top) + Math.min(box.bottom, other.box.bottom)) / 2,
          );
          // What lies under a bar or a head that stays is not seen.
          if (middle && (of.contains(middle) || other.of.contains(middle))) faults.push(`in each other: ${name(of)} and ${name(other.of)}`);
        }
      }
    for (const control of document.querySelectorAll('button, a[href], input, select, [role=button], [role=checkbox]')) {
      if (!seen(control) || isAway(control) || control.closest('p, li > span, td .two')) continue;
      const box = control.getBoundingClientRect();
      if (box.width === 0 || control.matches('.skip, input[type=checkbox], input[type=radio], input[type=file]')) continue;
      if (box.right > width + 1 || box.left < -1) faults.push(`a control beyond the window: ${name(control)}`);
      if (touch && box.height < 24 && control.localName !== 'a')
        faults.push(`${Math.round(box.height)} px high for a finger: ${name(control)}`);
    }
    return [...new Set(faults)].slice(0, 12);
  }, isTouch);
}
