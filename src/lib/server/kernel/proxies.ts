import { BlockList, isIP, isIPv4 } from 'node:net';

/** Reverse proxies whose word about the sender is believed; everybody else could write any address into X-Forwarded-For. */
export interface Proxies {
  /** Is the other end of the connection a proxy of ours? */
  trusts(peer: string | undefined): boolean;
  /** The sender's address: the right-most one that no proxy of ours has. */
  senderOf(peer: string | undefined, forwardedFor: string | undefined): string | undefined;
}

/** Longest text that is taken for an address where the proxies aren't known by theirs. */
const MAX_LENGTH = 64;

/** Whoever connects is the proxy: right where nobody else reaches the port. */
const WHOEVER: Proxies = {
  trusts: () => true,
  senderOf(peer, forwardedFor) {
    const hop = hopsOf(forwardedFor).at(-1);
    return hop && hop.length <= MAX_LENGTH ? hop : peer;
  },
};
const NOBODY: Proxies = { trusts: () => false, senderOf: (peer) => peer };

const hopsOf = (forwardedFor: string | undefined): string[] => forwardedFor?.split(',').map((hop) => hop.trim()) ?? [];

/** An address as it is compared: without a port, brackets or the prefix of IPv4 in IPv6; null for anything else. */
function plainAddress(text: string): string | null {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  const plain = bare.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(plain) === 0 ? null : plain;
}

/** `1` = whoever connects, `0` = nobody, else addresses and networks (CIDR) divided by commas; null for what is none of these. */
export function parseProxies(text: string): Proxies | null {
  if (text === '1' || text === 'true') return WHOEVER;
  if (text === '0' || text === 'false') return NOBODY;
  const list = new BlockList();
  for (const item of text.split(',').map((one) => one.trim())) {
    const [address = '', prefix, ...rest] = item.split('/');
    const version = isIP(address);
    const family = version === 4 ? 'ipv4' : 'ipv6';
    if (version === 0 || rest.length > 0) return null;
    if (prefix === undefined) list.addAddress(address, family);
    else if (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128)) list.addSubnet(address, Number(prefix), family);
    else return null;
  }
  const trusts = (peer: string | undefined): boolean => {
    const plain = peer === undefined ? null : plainAddress(peer);
    return plain !== null && list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
  };
  return {
    trusts,
    senderOf(peer, forwardedFor) {
      if (!trusts(peer)) return peer;
      let nearest = peer;
      for (const hop of hopsOf(forwardedFor).reverse()) {
        const plain = plainAddress(hop);
        // An entry that is no address ends the search: everything left of it could be forged.
        if (plain === null) break;
        nearest = plain;
        if (!trusts(plain)) break;
      }
      return nearest;
    },
  };
}
