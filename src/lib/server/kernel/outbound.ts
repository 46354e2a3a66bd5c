import { lookup as systemLookup } from 'node:dns/promises';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * Requests that the server makes to addresses which people wrote. Nothing within is reached by them: every address that a name stands for is looked
 * at, and the connection goes to one of those and to no other, whatever the name says a moment later. Redirects aren't followed.
 */

export const OUTBOUND_FAILURES = [
  'address_refused',
  'plain_refused',
  'name_unknown',
  'unreachable',
  'timeout',
  'tls',
  'redirect',
  'status',
] as const;
export type OutboundFailure = (typeof OUTBOUND_FAILURES)[number];

/** `status`: what was answered, where anything was. */
export interface OutboundAnswer {
  status: number | null;
  failure: OutboundFailure | null;
}

export interface Address {
  address: string;
  family: number;
}

/** Networks in which private addresses may be reached, as the operator's configuration says. Null = it can't be read. */
export function parseNetworks(text: string): BlockList | null {
  const list = new BlockList();
  for (const one of text.split(',').filter(Boolean)) {
    const [address = '', bits] = one.trim().split('/');
    const family = isIP(address);
    const length = Number(bits ?? (family === 6 ? 128 : 32));
    if (family === 0 || !Number.isInteger(length) || length < 0 || length > (family === 6 ? 128 : 32)) return null;
    list.addSubnet(address, length, family === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

const subnets = (family: 'ipv4' | 'ipv6', nets: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const net of nets) {
    const [address = '', bits] = net.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
};

/** Networks that aren't the public internet, by the registries of IANA for special-purpose addresses. */
const SPECIAL_4 = subnets('ipv4', [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24'],
  ...['192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]);
/** Of the sixth version only what is given out as global unicast is public, and of that not what carries an address of the fourth. */
const GLOBAL_6 = subnets('ipv6', ['2000::/3']);
const SPECIAL_6 = subnets('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']);
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

export function isPublic(address: string): boolean {
  const mapped = MAPPED.exec(address)?.[1] ?? address;
  if (isIP(mapped) === 4) return !SPECIAL_4.check(mapped, 'ipv4');
  return isIP(mapped) === 6 && GLOBAL_6.check(mapped, 'ipv6') && !SPECIAL_6.check(mapped, 'ipv6');
}

const within = (networks: BlockList, { address }: Address): boolean => {
  const mapped = MAPPED.exec(address)?.[1] ?? address;
  return networks.check(mapped, isIP(mapped) === 6 ? 'ipv6' : 'ipv4');
};

/** A URL that may be written down: http or https, without a name and a password in it. */
export function outboundUrl(text: string): URL | null {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  return url.username === '' && url.password === '' && url.hostname !== '' ? url : null;
}

export interface OutboundMeans {
  /** Private networks that may be reached. */
  allowed: BlockList;
  /** Every address of a name. */
  resolve?: (host: string) => Promise<readonly Address[]>;
  timeoutMs?: number;
}

const everyAddress = (host: string): Promise<Address[]> => systemLookup(host, { all: true, verbatim: true });

/** Where a connection may go. One address that isn't public refuses the name: nobody knows which one would be taken. */
export async function checkedAddresses(
  url: URL,
  { allowed, resolve = everyAddress }: OutboundMeans,
): Promise<readonly Address[] | OutboundFailure> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const found = family !== 0 ? [{ address: host, family }] : await resolve(host).catch(() => []);
  if (found.length === 0) return 'name_unknown';
  const isOwn = (one: Address) => within(allowed, one);
  if (!found.every((one) => isPublic(one.address) || isOwn(one))) return 'address_refused';
  // Who listens on the way in the own network is the operator's to know.
  if (url.protocol === 'http:' && !found.every(isOwn)) return 'plain_refused';
  return found;
}

const TIMEOUT_MS = 10_000;
/** Bytes of an answer that are read, so that its end is seen; nothing of it is kept. */
const MOST_ANSWERED = 65_536;

/** Sends bytes to a URL. Never throws: what went wrong is said by a code. */
export async function post(
  url: URL,
  { headers, body }: { headers: Readonly<Record<string, string>>; body: string | Uint8Array },
  means: OutboundMeans,
): Promise<OutboundAnswer> {
  const { timeoutMs = TIMEOUT_MS } = means;
  const late = AbortSignal.timeout(timeoutMs);
  const addresses = await Promise.race([
    checkedAddresses(url, means),
    new Promise<'timeout'>((resolve) => {
      late.addEventListener('abort', () => resolve('timeout'), { once: true });
    }),
  ]);
  if (typeof addresses === 'string') return { status: null, failure: addresses };
  return send(url, { headers, body }, addresses, late);
}

function send(
  url: URL,
  { headers, body }: { headers: Readonly<Record<string, string>>; body: string | Uint8Array },
  addresses: readonly Address[],
  signal: AbortSignal,
): Promise<OutboundAnswer> {
  // Called with what was asked: the connection may choose among the addresses that were looked at, and among no others.
  const lookup: LookupFunction = (_host, options, done) => {
    if (options.all) done(null, [...addresses]);
    else done(null, addresses[0]!.address, addresses[0]!.family);
  };
  const ask = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve) => {
    const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
    const request = ask(url, {
      method: 'POST',
      agent: false,
      lookup,
      signal,
      headers: { ...headers, 'Content-Length': String(length), Connection: 'close' },
    });
    request.on('error', (error: NodeJS.ErrnoException) => resolve({ status: null, failure: failureOf(error, signal) }));
    request.on('response', (response) => {
      const status = response.statusCode ?? 0;
      const failure = status >= 200 && status < 300 ? null : status >= 300 && status < 400 ? 'redirect' : 'status';
      let read = 0;
      const over = () => {
        resolve({ status, failure });
        request.destroy();
      };
      response.on('data', (bytes: Buffer) => {
        read += bytes.length;
        if (read > MOST_ANSWERED) over();
      });
      response.on('end', over);
      // The status is what counts; where the rest of an answer stays it came all the same.
      response.on('error', over);
    });
    request.end(body);
  });
}

function failureOf(error: NodeJS.ErrnoException, signal: AbortSignal): OutboundFailure {
  if (signal.aborted) return 'timeout';
  const code = error.code ?? '';
  return /CERT|TLS|SSL|EPROTO|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code) ? 'tls' : 'unreachable';
}
