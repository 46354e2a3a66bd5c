import { describe, expect, it } from 'vitest';
import { isFirstForPhone, isPhoneRequest, renderForPhone } from './phone.ts';

const of = (head: Record<string, string>) => isPhoneRequest(new Headers(head));

describe('a page for a phone', () => {
  it('is asked for by browsers that say so, not by those of desktops and tablets', () => {
    expect(
      of({
        'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
      }),
    ).toBe(true);
    expect(of({ 'user-agent': 'Mozilla/5.0 (Android 16; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0' })).toBe(true);
    expect(of({ 'sec-ch-ua-mobile': '?1' })).toBe(true);
    expect(
      of({ 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/144.0.0.0 Safari/537.36', 'sec-ch-ua-mobile': '?0' }),
    ).toBe(false);
    expect(of({ 'user-agent': 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/144.0.0.0 Safari/537.36' })).toBe(false);
    expect(of({})).toBe(false);
  });

  it('is what the server said last', () => {
    renderForPhone(true);
    expect(isFirstForPhone()).toBe(true);
    renderForPhone(false);
    expect(isFirstForPhone()).toBe(false);
  });
});
