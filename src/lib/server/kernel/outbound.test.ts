import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { checkedAddresses, isPublic, outboundUrl, parseNetworks, post } from './outbound.ts';

const NOBODY = parseNetworks('')!;
const LOOPBACK = parseNetworks('127.0.0.0/8,::1')!;
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function far(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
const at =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
const message = { headers: { 'Content-Type': 'application/json' }, body: '{"a":1}' };

describe('an address', () => {
  it.each([
    ...['127.0.0.1', '127.9.9.9', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
    ...[
      '255.255.255.255',
      '198.18.0.1',
      '::1',
      '::',
      'fe80::1',
      'fc00::1',
      'fd00:ec2::254',
      'ff02::1',
      '::ffff:127.0.0.1',
      '::ffff:10.0.0.1',
    ],
    ...['64:ff9b::a00:1', '2002:7f00:1::', '2001::1', '2001:db8::1', '::ffff:7f00:1', 'localhost', ''],
  ])('%s is not of the public internet', (address) => {
    expect(isPublic(address)).toBe(false);
  });
  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2a00:1450:4001::1', '2606:4700::1', '::ffff:8.8.8.8'])('%s is', (address) => {
    expect(isPublic(address)).toBe(true);
  });
});

describe('a URL', () => {
  it.each(['ftp://example.com', 'https://user:secret@example.com', 'https://', 'example.com', 'javascript:1', 'file:///etc/passwd'])(
    '%s is refused',
    (text) => {
      expect(outboundUrl(text)).toBeNull();
    },
  );

  it.each([
    'http://2130706433/',
    'http://0x7f.1/',
    'http://127.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'https://169.254.169.254/',
  ])('%s is told by its address, however it is written', async (text) => {
    expect(await checkedAddresses(outboundUrl(text)!, { allowed: NOBODY })).toBe('address_refused');
  });

  it('is refused by one private address among public ones', async () => {
    const url = outboundUrl('https://example.com/')!;
    expect(await checkedAddresses(url, { allowed: NOBODY, resolve: at('8.8.8.8', '10.0.0.1') })).toBe('address_refused');
    expect(await checkedAddresses(url, { allowed: NOBODY, resolve: at('8.8.8.8', '2a00:1450:4001::1') })).toHaveLength(2);
  });

  it('without encryption is for networks of the operator only', async () => {
    const url = outboundUrl('http://example.com/')!;
    expect(await checkedAddresses(url, { allowed: NOBODY, resolve: at('8.8.8.8') })).toBe('plain_refused');
    expect(await checkedAddresses(url, { allowed: parseNetworks('10.0.0.0/8')!, resolve: at('10.3.0.1') })).toHaveLength(1);
  });

  it('that nobody knows says so', async () => {
    expect(await checkedAddresses(outboundUrl('https://example.com/')!, { allowed: NOBODY, resolve: at() })).toBe('name_unknown');
  });
});

describe('a request', () => {
  it('goes to the address that was looked at, though the name says another one later', async () => {
    let asked = 0;
    const port = await far((request, response) => response.end(request.headers.host));
    const resolve = async () => [{ address: asked++ === 0 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
    expect(await post(outboundUrl(`http://rebinds.example:${port}/`)!, message, { allowed: LOOPBACK, resolve })).toEqual({
      status: 200,
      failure: null,
    });
    expect(asked).toBe(1);
  });

  it('brings its bytes and headers, and says what was answered', async () => {
    const got: unknown[] = [];
    const port = await far((request, response) => {
      let body = '';
      request.on('data', (part) => (body += part));
      request.on('end', () => {
        got.push([request.method, request.url, request.headers['content-type'], body]);
        response.writeHead(body === '{"a":1}' ? 204 : 500).end();
      });
    });
    expect(await post(outboundUrl(`http://127.0.0.1:${port}/in?x=1`)!, message, { allowed: LOOPBACK })).toEqual({
      status: 204,
      failure: null,
    });
    expect(got).toEqual([['POST', '/in?x=1', 'application/json', '{"a":1}']]);
  });

  it('follows no redirect', async () => {
    let seen = 0;
    const port = await far((_, response) => {
      seen++;
      response.writeHead(302, { Location: '/elsewhere' }).end();
    });
    expect(await post(outboundUrl(`http://127.0.0.1:${port}/`)!, message, { allowed: LOOPBACK })).toEqual({
      status: 302,
      failure: 'redirect',
    });
    expect(seen).toBe(1);
  });

  it('reads no endless answer, and waits for none that never comes', async () => {
    const endless = await far((_, response) => {
      const more = () => {
        while (response.write('x'.repeat(16_384)));
        response.once('drain', more);
      };
      response.writeHead(200);
      more();
    });
    expect((await post(outboundUrl(`http://127.0.0.1:${endless}/`)!, message, { allowed: LOOPBACK })).status).toBe(200);
    const silent = await far(() => undefined);
    expect(await post(outboundUrl(`http://127.0.0.1:${silent}/`)!, message, { allowed: LOOPBACK, timeoutMs: 50 })).toEqual({
      status: null,
      failure: 'timeout',
    });
  });

  it('says that nobody answers, and that an answer isn’t encrypted', async () => {
    const port = await far((_, response) => response.end());
    expect(await post(outboundUrl(`https://127.0.0.1:${port}/`)!, message, { allowed: LOOPBACK })).toEqual({
      status: null,
      failure: 'tls',
    });
    expect(await post(outboundUrl('http://127.0.0.1:1/')!, message, { allowed: LOOPBACK })).toEqual({
      status: null,
      failure: 'unreachable',
    });
  });
});
