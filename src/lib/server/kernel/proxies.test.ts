import { describe, expect, it } from 'vitest';
import { parseProxies } from './proxies.ts';

describe('proxies that are trusted by their addresses', () => {
  const proxies = parseProxies('127.0.0.1, 10.0.0.0/8,2001:db8::/32')!;

  it('tell the sender: the right-most address that is none of theirs', () => {
    for (const [peer, forwarded, sender] of [
      ['127.0.0.1', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
      ['127.0.0.1', '6.6.6.6, 203.0.113.9, 10.1.2.3, 2001:db8::7', '203.0.113.9'],
      ['::ffff:127.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
      ['2001:db8::1', '[2003::5]:443', '2003::5'],
      ['127.0.0.1', '10.9.9.9', '10.9.9.9'],
      ['127.0.0.1', undefined, '127.0.0.1'],
      ['127.0.0.1', '203.0.113.9, nonsense, 10.1.1.1', '10.1.1.1'],
    ] as const)
      expect(proxies.senderOf(peer, forwarded), `${peer} ${forwarded}`).toBe(sender);
  });

  it('are nobody else: who connects himself can not choose his address', () => {
    expect(proxies.senderOf('198.51.100.4', '203.0.113.9')).toBe('198.51.100.4');
    expect(proxies.trusts('198.51.100.4')).toBe(false);
    expect(proxies.trusts(undefined)).toBe(false);
    expect(parseProxies('0')!.senderOf('127.0.0.1', '203.0.113.9')).toBe('127.0.0.1');
  });

  it('are refused when they are no addresses', () => {
    for (const text of ['', 'proxy', '10.0.0.0/33', '10.0.0.0/8/8', '127.0.0.1,', '10.0.0/8', '::1/129', '10.0.0.0/x'])
      expect(parseProxies(text), text).toBeNull();
  });
});
