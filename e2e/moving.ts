import type { Page } from '@playwright/test';

/** What moves on the page, or would with the next change of a class: where somebody asked for less motion that is nothing. */
export async function moving(page: Page): Promise<string[]> {
  const found = await page.evaluate(() => {
    const long = (times: string) => times.split(',').some((time) => Number.parseFloat(time) > 0);
    const styles = [...document.querySelectorAll('body, body *')].flatMap((one) =>
      [null, '::before', '::after'].map((part) => ({ one, part, style: getComputedStyle(one, part) })),
    );
    return [
      ...document.getAnimations().filter((one) => one.playState === 'running' && Number(one.effect?.getComputedTiming().duration) > 0),
      ...styles.filter(({ style }) => long(style.transitionDuration) || (style.animationName !== 'none' && long(style.animationDuration))),
    ].map((found) => ('one' in found ? `${found.one.tagName}.${found.one.getAttribute('class')}${found.part ?? ''}` : 'an animation'));
  });
  return [...new Set(found)];
}
