import type { SampleMessage } from '../../lib/domain/logger-types/sample-message.ts';

/** Ways to send a first reading, ready to be pasted; command lines and settings have no language. */

export const SNIPPETS = ['curl', 'powershell', 'python', 'mqtt', 'node_red', 'esphome', 'shelly', 'telegraf', 'line'] as const;
export type Snippet = (typeof SNIPPETS)[number];
export const SNIPPET_NAMES: Record<Snippet, string> = {
  curl: 'curl',
  powershell: 'PowerShell',
  python: 'Python',
  mqtt: 'MQTT',
  node_red: 'Node-RED',
  esphome: 'ESPHome',
  shelly: 'Shelly',
  telegraf: 'Telegraf',
  line: 'line protocol',
};

/** What is sent where the logger has no type: each key makes a channel. */
const PLAIN: SampleMessage = { json: { temperature: 21.5 } };

/** Names of components in what a Shelly tells of itself. */
const OF_SHELLY = /^(switch|cover|light|input|pm1|em1?|emdata|temperature|humidity):\d+$/;
const isShelly = (sample: SampleMessage): boolean =>
  'json' in sample && Object.keys(sample.json as object).some((name) => OF_SHELLY.test(name));

/** Ways that bear a message of its own; the others say what they say. */
const OWN_MESSAGE = ['curl', 'powershell', 'python', 'mqtt', 'node_red'] as const;
const OWN_BYTES = ['curl', 'powershell', 'python', 'mqtt'] as const;

/**
 * Ways by which a message of the logger's type can be sent; all where it has none. The device's own comes first.
 * @param sample null = the logger has no type
 */
export function snippetsFor(sample: SampleMessage | null): readonly Snippet[] {
  if (sample === null) return SNIPPETS;
  if ('bytes' in sample) return OWN_BYTES;
  return isShelly(sample) ? ['shelly', ...OWN_MESSAGE] : [...OWN_MESSAGE, 'esphome'];
}

/** A text in single quotes of a shell, of PowerShell and of Python. */
const inShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const inPowerShell = (text: string) => `'${text.replaceAll("'", "''")}'`;
const inPython = (text: string) => (/['\\]/.test(text) ? JSON.stringify(text) : `'${text}'`);

/** Lines of ESPHome that fill in the leaves of a message, each from a sensor called like it. */
function leavesInEsphome(value: unknown, at = 'root', name = 'value'): string[] {
  if (typeof value !== 'object' || value === null) return [`${at} = id(${name.toLowerCase().replace(/\W+/g, '_')}).state;`];
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesInEsphome(inner, `${at}[${Array.isArray(value) ? key : JSON.stringify(key)}]`, Array.isArray(value) ? `${name}_${key}` : key),
  );
}

/** A flow to be imported: a message each minute, posted with the token. */
const flow = (url: string, token: string, message: string) => [
  {
    id: 'taktlog-value',
    type: 'inject',
    name: '',
    props: [{ p: 'payload' }],
    repeat: '60',
    payload: message,
    payloadType: 'json',
    x: 140,
    y: 80,
    wires: [['taktlog-post']],
  },
  {
    id: 'taktlog-post',
    type: 'http request',
    name: 'Taktlog',
    method: 'POST',
    ret: 'obj',
    paytoqs: 'ignore',
    url,
    headers: [{ keyType: 'other', keyValue: 'Authorization', valueType: 'other', valueValue: `Bearer ${token}` }],
    x: 310,
    y: 80,
    wires: [['taktlog-answer']],
  },
  { id: 'taktlog-answer', type: 'debug', name: '', active: true, complete: 'payload', targetType: 'msg', x: 470, y: 80, wires: [] },
];

export interface SnippetPlace {
  address: string;
  mqtt: { port: number; tls: boolean } | null;
}

/** @param sample what the logger's type reads; null = the logger has no type */
export function snippetText(kind: Snippet, { address, mqtt }: SnippetPlace, token: string, sample: SampleMessage | null): string {
  const url = `${address}/v1/ingest/json`;
  const sent = sample ?? PLAIN;
  const isBytes = 'bytes' in sent;
  const type = isBytes ? 'application/octet-stream' : 'application/json';
  const json = isBytes ? '' : JSON.stringify(sent.json);
  // Octal is what every printf of a shell knows.
  const piped = isBytes ? `printf '${sent.bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}' | ` : '';
  const hex = isBytes ? sent.bytes.map((byte) => byte.toString(16).padStart(2, '0')) : [];
  switch (kind) {
    case 'curl':
      return `${piped}curl ${url} \\\n  -H 'Authorization: Bearer ${token}' \\\n  -H 'Content-Type: ${type}' \\\n  ${isBytes ? '--data-binary @-' : `-d ${inShell(json)}`}`;
    case 'powershell':
      return `Invoke-RestMethod ${url} -Method Post \`\n  -Headers @{ Authorization = 'Bearer ${token}' } \`\n  -ContentType '${type}' -Body ${isBytes ? `([byte[]](${hex.map((byte) => `0x${byte}`).join(', ')}))` : inPowerShell(json)}`;
    case 'python':
      return [
        'import urllib.request',
        `request = urllib.request.Request('${url}',`,
        `    data=${isBytes ? `bytes.fromhex('${hex.join('')}')` : `${inPython(json)}.encode()`},`,
        `    headers={'Authorization': 'Bearer ${token}', 'Content-Type': '${type}'})`,
        'print(urllib.request.urlopen(request).read().decode())',
      ].join('\n');
    case 'mqtt':
      return `${piped}mosquitto_pub -h ${new URL(address).hostname} -p ${mqtt?.port ?? 1883}${mqtt?.tls ? ' --tls-use-os-certs' : ''} \\\n  -u ${token} -q 1 -t taktlog/json ${isBytes ? '-s' : `-m ${inShell(json)}`}`;
    case 'node_red':
      return JSON.stringify(flow(url, token, json));
    case 'esphome':
      return [
        'http_request:',
        '  timeout: 10s',
        'interval:',
        '  - interval: 60s',
        '    then:',
        '      - http_request.post:',
        `          url: ${url}`,
        '          request_headers:',
        `            Authorization: Bearer ${token}`,
        '            Content-Type: application/json',
        '          json: |-',
        ...(isBytes ? [] : leavesInEsphome(sent.json).map((line) => `            ${line}`)),
      ].join('\n');
    case 'shelly':
      return [
        'function send() {',
        '  Shelly.call("Shelly.GetStatus", {}, function (status) {',
        '    Shelly.call("HTTP.Request", {',
        '      method: "POST",',
        `      url: "${url}",`,
        `      headers: { "Authorization": "Bearer ${token}", "Content-Type": "application/json" },`,
        '      body: JSON.stringify(status)',
        '    });',
        '  });',
        '}',
        'Timer.set(60000, true, send);',
        'send();',
      ].join('\n');
    case 'telegraf':
      return [
        '[[outputs.influxdb_v2]]',
        `  urls = ["${address}"]`,
        `  token = "${token}"`,
        '  organization = "taktlog"',
        '  bucket = "taktlog"',
      ].join('\n');
    case 'line':
      return `curl ${address}/api/v2/write \\\n  -H 'Authorization: Token ${token}' \\\n  --data-binary 'room temperature=21.5'`;
  }
}
