import { networkInterfaces } from 'node:os';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { getSendingAddresses } from '../../contract/ingest.ts';
import type { Config } from '../kernel/config.ts';

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || host === '::1' || /^127\./.test(host);
const isEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** The first address of this machine that others can reach. */
function networkAddress(interfaces: ReturnType<typeof networkInterfaces>): string | null {
  const all = Object.values(interfaces).flatMap((one) => one ?? []);
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? null;
}

/** The site's address where somebody set one, and that of the machine: a device can't send to the `localhost` of a browser. */
export function sendingAddresses(
  { siteUrl, host, port, mqttPort, tls }: Pick<Config, 'siteUrl' | 'host' | 'port' | 'mqttPort' | 'tls'>,
  interfaces = networkInterfaces(),
): ResponseOf<typeof getSendingAddresses> {
  const { hostname, protocol } = new URL(siteUrl);
  const own = isEverywhere(host) ? networkAddress(interfaces) : isLoopback(host) ? null : host;
  return {
    site: isLoopback(hostname) ? null : siteUrl,
    machine: own === null ? null : `${protocol}//${own}:${port}`,
    mqtt: mqttPort === 0 ? null : { port: mqttPort, tls: tls !== undefined },
  };
}
