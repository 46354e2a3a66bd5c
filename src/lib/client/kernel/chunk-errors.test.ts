import { beforeEach, describe, expect, it } from 'vitest';
import { preloadChunk, watchChunkErrors } from './chunk-errors.ts';

let page: EventTarget;
let broken: number;
let stop: () => void;
beforeEach(() => {
  page = new EventTarget();
  broken = 0;
  stop = watchChunkErrors(page, () => {
    broken += 1;
  });
});

const raise = (type: string, fields: object) => page.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), fields));
const missing = () => new TypeError('Failed to fetch dynamically imported module: https://log.example/_astro/Panes.js');

describe('a script that is not there any more', () => {
  it('does nothing as long as whoever wanted it early goes on without it', () => {
    raise('vite:preloadError', { payload: missing() });
    expect(broken).toBe(0);
  });
  it('is null for whoever loads it before it is needed', async () => {
    expect(await preloadChunk(async () => ({ a: 1 }))).toEqual({ a: 1 });
    expect(await preloadChunk(() => Promise.reject(missing()))).toBeNull();
  });
  it('breaks the page when no part of it can go on without it', () => {
    const error = missing();
    // Vite throws the error on unless somebody forbids it.
    expect(raise('vite:preloadError', { payload: error })).toBe(true);
    raise('unhandledrejection', { reason: error });
    raise('error', { error });
    expect(broken).toBe(2);
  });
  it.each([
    'Failed to fetch dynamically imported module: https://log.example/_astro/TopBar.js',
    'error loading dynamically imported module: https://log.example/_astro/TopBar.js',
    'Importing a module script failed.',
  ])('breaks the page when it is that of an island: %s', (message) => {
    raise('astro:hydration-error', { detail: { error: new TypeError(message), componentUrl: '/_astro/TopBar.js' } });
    expect(broken).toBe(1);
  });
  it('is not heard of after the end', () => {
    const error = missing();
    stop();
    raise('vite:preloadError', { payload: error });
    raise('error', { error });
    expect(broken).toBe(0);
  });
});

it('errors that have nothing to do with a missing script are left alone', () => {
  raise('error', { error: new Error('a mistake in an island') });
  raise('error', { error: null });
  raise('unhandledrejection', { reason: 'text' });
  raise('astro:hydration-error', { detail: { error: new Error('hydration failed'), componentUrl: '/_astro/TopBar.js' } });
  expect(broken).toBe(0);
});
