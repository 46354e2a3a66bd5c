import { describe, expect, it } from 'vitest';
import { createPrefetch, type Link } from './prefetch.ts';

const ORIGIN = 'https://log.example';

function setting({ connection = undefined as { saveData?: boolean; effectiveType?: string } | undefined, answers = [] as unknown[] } = {}) {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  const see = createPrefetch({
    prerendered: ['/', '/pricing', '/en', '/en/pricing'],
    origin: ORIGIN,
    loadPayload: async (path) => {
      asked.push(path);
      return answers.length > 0 ? answers.shift() : { route: path };
    },
    connection: () => connection,
    idle: (work) => waiting.push(work),
  });
  const link = (href: string, over: Partial<Link> = {}): Link => {
    const { origin, pathname } = new URL(href, `${ORIGIN}/apps`);
    return { origin, pathname, target: '', download: '', getAttribute: () => href, ...over };
  };
  const idle = async () => {
    for (const work of waiting.splice(0)) await work();
  };
  return { see, link, asked, idle };
}

describe('a link to a prerendered page that has become visible', () => {
  it('has its payload fetched when there is time, not before', async () => {
    const { see, link, asked, idle } = setting();
    see(link('/en/pricing'));
    expect(asked).toEqual([]);
    await idle();
    expect(asked).toEqual(['/en/pricing']);
  });
  it('is looked at once, however many links there are and whatever query or hash they have', async () => {
    const { see, link, asked, idle } = setting();
    for (const href of ['/pricing', '/pricing', '/pricing/', '/pricing?a=1', '/pricing#top', '/', '/en/', '/en']) see(link(href));
    await idle();
    see(link('/pricing'));
    await idle();
    expect(asked).toEqual(['/pricing', '/', '/en']);
  });
  it('is tried again by the next such link after a failure', async () => {
    const { see, link, asked, idle } = setting({ answers: [null] });
    see(link('/pricing'));
    await idle();
    see(link('/pricing'));
    await idle();
    expect(asked).toEqual(['/pricing', '/pricing']);
  });
  it.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])('costs nothing with %o', async (connection) => {
    const { see, link, asked, idle } = setting({ connection });
    see(link('/pricing'));
    await idle();
    expect(asked).toEqual([]);
  });
  it.each([{ effectiveType: '3g' }, { effectiveType: '4g', saveData: false }])('is fetched with %o', async (connection) => {
    const { see, link, asked, idle } = setting({ connection });
    see(link('/pricing'));
    await idle();
    expect(asked).toEqual(['/pricing']);
  });
});

it('links elsewhere, to another window, to a file or inside the page fetch nothing', async () => {
  const { see, link, asked, idle } = setting();
  see(link('/dlog/dataloggers'));
  see(link('https://other.example/pricing'));
  see(link('/pricing', { target: '_blank' }));
  see(link('/pricing', { download: 'pricing.html' }));
  see({ ...link('#own'), pathname: '/pricing' });
  await idle();
  expect(asked).toEqual([]);
});
