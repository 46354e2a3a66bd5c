import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { deviceHeaders, letFrame, securityHeaders } from './headers.ts';

/** As much of an answer as has headers, with those that every one has. */
function answer(policy = "default-src 'self'; frame-ancestors 'none'") {
  const headers = new Map(securityHeaders({ tls: undefined, siteUrl: 'https://log.example.com' }));
  headers.set('Content-Security-Policy', policy);
  const res = {
    getHeader: (name: string) => headers.get(name),
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  return { headers, res: res as unknown as ServerResponse };
}

describe('an answer that pages elsewhere may frame', () => {
  it('names exactly their origins, and has no other header that forbids it', () => {
    const { headers, res } = answer();
    letFrame(res, ['https://www.firma.cz', 'https://hala.firma.cz:8443']);
    expect(headers.get('Content-Security-Policy')).toBe(
      "default-src 'self'; frame-ancestors https://www.firma.cz https://hala.firma.cz:8443",
    );
    expect(headers.has('X-Frame-Options')).toBe(false);
  });

  it('is framed by nobody where no origin is one', () => {
    for (const origins of [[], ['*'], ['http://firma.cz'], ["https://a.cz;script-src 'unsafe-inline'"], ['https://*.firma.cz']]) {
      const { headers, res } = answer();
      letFrame(res, origins);
      expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('X-Frame-Options')).toBe('DENY');
    }
  });

  it('keeps what forbids it where its policy is another one than is known', () => {
    const { headers, res } = answer("default-src 'self'");
    letFrame(res, ['https://www.firma.cz']);
    expect(headers.get('Content-Security-Policy')).toBe("default-src 'self'");
    expect(headers.get('X-Frame-Options')).toBe('DENY');
  });
});

it('tells a logger that nothing may come of its answer, and nothing of documents', () => {
  const headers = deviceHeaders(securityHeaders({ tls: undefined, siteUrl: 'https://log.example.com' }));
  expect([...headers.keys()]).toEqual(['Content-Security-Policy', 'X-Content-Type-Options', 'X-Taktlog', 'Strict-Transport-Security']);
  const open = deviceHeaders(securityHeaders({ tls: undefined, siteUrl: 'http://log.example.com' }));
  expect(open.has('Strict-Transport-Security')).toBe(false);
});
