import { getSendingAddresses } from '../../contract/ingest.ts';
import { type Aside, createAside } from '../kernel/aside.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

export interface SendingAddress {
  address: string;
  /** Only this machine reaches it. */
  isLocal: boolean;
  /** Null where no port takes MQTT. */
  mqtt: { port: number; tls: boolean } | null;
}

const isLocal = (hostname: string): boolean => hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');

/**
 * Where devices send: to the address that the site is known by, else to the one that the page was opened by; where that is the browser's own
 * machine, to the server's address in its network.
 */
export function createSendingAddress(deps: StoreDeps, { origin, hostname }: Pick<Location, 'origin' | 'hostname'>): Aside<SendingAddress> {
  const opened = { address: origin, isLocal: isLocal(hostname), mqtt: null };
  return createAside<SendingAddress>(deps, opened, {
    async read(call) {
      const { site, machine, mqtt } = await call(getSendingAddresses, { params: { organization_id: deps.organization } });
      if (site !== null) return { address: site, isLocal: false, mqtt };
      return opened.isLocal && machine !== null ? { address: machine, isLocal: false, mqtt } : { ...opened, mqtt };
    },
    isKnown: () => false,
    renews: () => false,
  });
}
