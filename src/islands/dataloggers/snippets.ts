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

const BODY = '{"temperature":21.5}';

/** A flow to be imported: a value each minute, posted with the token. */
const flow = (url: string, token: string) => [
  {
    id: 'taktlog-value',
    type: 'inject',
    name: '21.5',
    props: [{ p: 'payload' }],
    repeat: '60',
    payload: BODY,
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

export function snippetText(kind: Snippet, { address, mqtt }: SnippetPlace, token: string): string {
  const url = `${address}/v1/ingest/json`;
  switch (kind) {
    case 'curl':
      return `curl ${url} \\\n  -H 'Authorization: Bearer ${token}' \\\n  -H 'Content-Type: application/json' \\\n  -d '${BODY}'`;
    case 'powershell':
      return `Invoke-RestMethod ${url} -Method Post \`\n  -Headers @{ Authorization = 'Bearer ${token}' } \`\n  -ContentType 'application/json' -Body '${BODY}'`;
    case 'python':
      return [
        'import json, urllib.request',
        `request = urllib.request.Request('${url}',`,
        `    data=json.dumps(${BODY}).encode(),`,
        `    headers={'Authorization': 'Bearer ${token}', 'Content-Type': 'application/json'})`,
        'print(urllib.request.urlopen(request).read().decode())',
      ].join('\n');
    case 'mqtt':
      return `mosquitto_pub -h ${new URL(address).hostname} -p ${mqtt?.port ?? 1883}${mqtt?.tls ? ' --tls-use-os-certs' : ''} \\\n  -u ${token} -q 1 -t taktlog/json -m '${BODY}'`;
    case 'node_red':
      return JSON.stringify(flow(url, token));
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
        '            root["temperature"] = id(temperature).state;',
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
