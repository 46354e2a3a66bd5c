import type { Page, Request } from '@playwright/test';

export const KB = 1024;

/** Bytes over the wire (the server sends brotli), and what kinds of answers came, in order. */
export interface Weight {
  script: number;
  htmlAndCss: number;
  all: number;
  kinds: string[];
}

/** Begins to note what comes; what it returns says the weight once nothing more comes by itself. */
export function weighing(page: Page): () => Promise<Weight> {
  const finished: Request[] = [];
  const note = (request: Request) => finished.push(request);
  page.on('requestfinished', note);
  return async () => {
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })));
    // Parts that load late without being asked for belong to the page too: until no more come.
    let known = -1;
    while (known !== finished.length) {
      known = finished.length;
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    }
    // What ends later is not asked for its size: the page may be closed by then.
    page.off('requestfinished', note);
    const weight: Weight = { script: 0, htmlAndCss: 0, all: 0, kinds: [] };
    for (const request of finished) {
      const type = request.resourceType();
      const { responseBodySize } = await request.sizes();
      weight.kinds.push(type);
      weight.all += responseBodySize;
      if (type === 'script') weight.script += responseBodySize;
      if (type === 'document' || type === 'stylesheet') weight.htmlAndCss += responseBodySize;
    }
    return weight;
  };
}

/** The weight of one page, loaded. */
export async function weigh(page: Page, url: string): Promise<Weight> {
  const weight = weighing(page);
  await page.goto(url, { waitUntil: 'load' });
  return weight();
}
