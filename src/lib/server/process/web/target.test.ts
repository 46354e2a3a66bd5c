import { describe, expect, it } from 'vitest';
import { isApi, isHost, originForm, readTarget } from './target.ts';

const kindOf = (url: string) => readTarget(originForm(url)).kind;

describe('the target of a request', () => {
  it('is a decoded path and the query as it was sent', () => {
    expect(readTarget('/apps')).toEqual({ kind: 'path', path: '/apps', search: '' });
    expect(readTarget('/?a=%2F')).toEqual({ kind: 'path', path: '/', search: '?a=%2F' });
    expect(readTarget('/%6Cogin?next=//x')).toEqual({ kind: 'path', path: '/login', search: '?next=//x' });
    expect(readTarget('/k%C5%AF%C5%88')).toEqual({ kind: 'path', path: '/kůň', search: '' });
  });

  it('loses its trailing slash and keeps its query, without ever leaving the site', () => {
    expect(readTarget('/apps/?a=1')).toEqual({ kind: 'redirect', location: '/apps?a=1' });
    for (const url of ['//evil.example/', '/\\evil.example/', '/%2fevil.example/', '/%5cevil.example/', '///', '//'])
      expect(readTarget(url).kind, url).toBe('strange');
  });

  it('is strange when two routers could read it differently', () => {
    for (const url of [
      '//dlog/dataloggers',
      '/dlog//dataloggers',
      '/dlog/./dataloggers',
      '/x/../dlog/dataloggers',
      '/%2e%2e/dlog/dataloggers',
      '/%2E/dlog',
      '/dlog%2fdataloggers',
      '/dlog%5Cdataloggers',
      '/dlog\\dataloggers',
      '/%2564log/dataloggers',
      '/dlog/dataloggers%00',
      '/dlog/dataloggers%0a',
      '/dlog /dataloggers',
      '/dlog/\u00ff',
    ])
      expect(kindOf(url), url).toBe('strange');
  });

  it('is refused when it can not be read', () => {
    for (const url of ['/%ff', '/%', '/%zz', '/dlog#x', '*', 'dlog', 'ftp://x/dlog'])
      expect(readTarget(originForm(url)), url).toEqual({ kind: 'refused', status: 400 });
    expect(readTarget(`/${'a'.repeat(16_384)}`)).toEqual({ kind: 'refused', status: 414 });
    expect(readTarget(`/${'a'.repeat(8_191)}`).kind).toBe('path');
  });

  it('in absolute form is read without its authority', () => {
    expect(originForm('http://evil.example/dlog?x')).toBe('/dlog?x');
    expect(originForm('HTTPS://evil.example')).toBe('/');
    expect(originForm('http://evil.example?x')).toBe('/?x');
  });
});

it('the API is known by its first segment', () => {
  for (const url of ['/v1', '/v1/', '/v1?x', '/v1/orgs', '/healthz', '/readyz?x', '/metrics']) expect(isApi(url), url).toBe(true);
  for (const url of ['/v1x', '/V1/orgs', '//v1/orgs', '/en/v1', '/healthz/', '/apps']) expect(isApi(url), url).toBe(false);
});

it('a Host header is a host and a port and nothing that could move the path', () => {
  for (const host of ['localhost', 'localhost:4321', 'log.example.com', '[::1]:4321', '127.0.0.1']) expect(isHost(host), host).toBe(true);
  for (const host of ['', 'a/b', 'a@b', 'a b', 'a?b', 'a#b', 'a\\b', 'a:b', 'ů', 'a,b']) expect(isHost(host), host).toBe(false);
});
