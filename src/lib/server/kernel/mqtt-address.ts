/** A broker elsewhere, as the configuration names it. */
export interface MqttAddress {
  host: string;
  port: number;
  /** TLS from the first byte. */
  secure: boolean;
  user: string | undefined;
  password: string | undefined;
  /** Under which the broker keeps what waits for this process; undefined = by the name of the machine and the port of the web. */
  clientId: string | undefined;
  /** Do several processes share what comes? */
  shared: boolean;
}

const PORTS: Record<string, number> = { 'mqtt:': 1883, 'mqtts:': 8883 };
const SETTINGS: readonly string[] = ['client_id', 'shared'];
const CLIENT_ID = /^[\w.-]{1,100}$/;

/** `mqtt://` (port 1883) or `mqtts://` (8883), with or without user and password; `?client_id=…` and `shared=0` may follow. Null = no such address. */
export function parseMqttUrl(text: string): MqttAddress | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, port, username, password, pathname, searchParams, hash } = new URL(text);
  const usual = PORTS[protocol];
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (usual === undefined || !/^[\w.:-]+$/.test(host) || !['', '/'].includes(pathname) || hash !== '') return null;
  const clientId = searchParams.get('client_id') ?? undefined;
  const shared = searchParams.get('shared') ?? '1';
  if ([...searchParams.keys()].some((key) => !SETTINGS.includes(key)) || !/^[01]$/.test(shared)) return null;
  if (clientId !== undefined && !CLIENT_ID.test(clientId)) return null;
  try {
    return {
      host,
      port: port === '' ? usual : Number(port),
      secure: protocol === 'mqtts:',
      user: decodeURIComponent(username) || undefined,
      password: decodeURIComponent(password) || undefined,
      clientId,
      shared: shared === '1',
    };
  } catch {
    return null;
  }
}
