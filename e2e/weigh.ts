import type { Page } from '@playwright/test';

export const KB = 1024;

/** Bytes over the wire (the server sends brotli) of one kind of answer, until the page is quiet. */
export async function weigh(page: Page, url: string): Promise<{ script: number; htmlAndCss: number }> {
  const sizes: Promise<void>[] = [];
  const sum = { script: 0, htmlAndCss: 0 };
  page.on('requestfinished', (request) => {
    const type = request.resourceType();
    sizes.push(
      request.sizes().then(({ responseBodySize }) => {
        if (type === 'script') sum.script += responseBodySize;
        if (type === 'document' || type === 'stylesheet') sum.htmlAndCss += responseBodySize;
      }),
    );
  });
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForLoadState('load');
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })));
  // Parts that load late without being asked for belong to the page too: until no more scripts come.
  let known = -1;
  while (known !== sizes.length) {
    known = sizes.length;
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  }
  await Promise.all(sizes);
  return sum;
}
