import { strict as assert } from 'node:assert';
import { generate, type Packet, parser as packetParser } from 'mqtt-packet';
import { INGEST_MAX_READINGS } from '../../src/lib/constants.ts';
import { AppError } from '../../src/lib/contract/errors.ts';
import { TIME_UNITS, type TypeSpec, typeSpec } from '../../src/lib/contract/logger-types.ts';
import { listReceivedData } from '../../src/lib/contract/received-data.ts';
import { TIME_FORMATS } from '../../src/lib/contract/tables.ts';
import { timeReader } from '../../src/lib/domain/logger-types/device-time.ts';
import { numberOf } from '../../src/lib/domain/logger-types/number-text.ts';
import { guessSettings } from '../../src/lib/domain/tables/guess.ts';
import { readPiece } from '../../src/lib/domain/tables/table-file.ts';
import { tableReader } from '../../src/lib/domain/tables/table-reader.ts';
import { readWall } from '../../src/lib/domain/tables/wall-text.ts';
import { encodingOf, markLength, separatorOf } from '../../src/lib/domain/text/csv.ts';
import { formatInstant, parseInstant, parseQueryInstant } from '../../src/lib/domain/time/instant.ts';
import { decodeCayenneLpp } from '../../src/lib/server/ingest/cayenne-lpp.ts';
import { decodeChirpstack } from '../../src/lib/server/ingest/chirpstack.ts';
import { decodeCollectd } from '../../src/lib/server/ingest/collectd.ts';
import { decodeJson } from '../../src/lib/server/ingest/decode-json.ts';
import { decodeLineProtocol } from '../../src/lib/server/ingest/decode-line-protocol.ts';
import { decodeSenml } from '../../src/lib/server/ingest/decode-senml.ts';
import { decodeTable, writePart } from '../../src/lib/server/ingest/decode-table.ts';
import { type Decoded, FUTURE_MARGIN_US, OLDEST_TS } from '../../src/lib/server/ingest/decoded.ts';
import { LineProtocolError, parseLines } from '../../src/lib/server/ingest/line-protocol.ts';
import { compile } from '../../src/lib/server/ingest/mapping/compile.ts';
import { scriptOf } from '../../src/lib/server/ingest/mapping/sandbox.ts';
import { resolveSenml, SenmlError } from '../../src/lib/server/ingest/senml.ts';
import { decodeTheThingsStack } from '../../src/lib/server/ingest/the-things-stack.ts';
import { decodeThingsboard, decodeThingsboardGateway } from '../../src/lib/server/ingest/thingsboard.ts';
import { readCursor, writeCursor } from '../../src/lib/server/kernel/list.ts';
import { PacketGuard } from '../../src/lib/server/mqtt/packet-guard.ts';
import { meaningOfTopic } from '../../src/lib/server/mqtt/topics.ts';

interface Parser {
  seeds: Uint8Array[];
  /** How many times more than rows of JSON a byte may say. */
  dense?: number;
  /** Parses and checks what must hold; the text names the kind of outcome. @throws what the parser doesn't declare */
  run(input: Uint8Array): string;
}

const NOW = 1_772_352_000_000_000;
const json = (...values: unknown[]) => values.map((value) => Buffer.from(JSON.stringify(value)));
const text = (...values: string[]) => values.map((value) => Buffer.from(value));

/** What holds of every decoded message, and its kind. */
function kindOf(decoded: Decoded): string {
  const { failure, keys, units, slot, row, ts, value, errors } = decoded;
  assert(row.length === slot.length && ts.length === slot.length && value.length === slot.length, 'columns of one length');
  assert(slot.length <= INGEST_MAX_READINGS, 'not too many readings');
  assert(failure === null || (slot.length === 0 && errors.length === 0), 'a failure has no readings');
  assert(new Set(keys).size === keys.length, 'keys are distinct');
  assert(units === undefined || units.length === keys.length, 'a unit for each key');
  for (const key of keys)
    assert(key.length > 0 && key.length <= 100 && key.trim() === key && !/\p{Cc}/u.test(key) && key.isWellFormed(), 'good keys');
  for (let i = 0; i < slot.length; i++) {
    const [at, reading] = [ts[i]!, value[i]!];
    assert(slot[i]! in keys, 'a key for each reading');
    assert(Number.isInteger(at) && at >= OLDEST_TS && at <= NOW + FUTURE_MARGIN_US, 'times within the margins');
    if (typeof reading === 'number') assert(Number.isFinite(reading) && !Object.is(reading, -0), 'finite numbers');
    if (typeof reading === 'string') assert(reading.length <= 1_000 && reading.isWellFormed() && !reading.includes('\0'), 'storable texts');
  }
  const codes = [...new Set(errors.map(({ code }) => code))].sort().join();
  return `${failure?.code ?? 'ok'} ${Math.min(3, slot.length)} ${Math.min(3, keys.length)} ${codes}`;
}

const LINES = text(
  'weather,site=north,level=2 temp=21.5,count=3i,on=t,name="a \\"b\\" \\\\" 1700000000123456789\n',
  '# c\r\nm\\ x\\,y,t\\ =v\\=w f\\ g=-1e-3,h=7u,i=F 1700000000000000000\nm value=1\n\n',
  'm f="one\ntwo",g=9223372036854775807i -9223372036854775808',
);
const PACKS = json(
  [
    { bn: 'urn:dev:', bt: 1_700_000_000, bu: 'A', bver: 5, n: 'voltage', u: 'V', v: 120.1 },
    { n: 'current', t: -5, v: 1.2 },
    { bv: 1, bs: 2, n: 'x', s: 3, ut: 1 },
  ],
  [{ bn: 'a:' }, { n: 'label', vs: 'x' }, { n: 'open', vb: false }, { n: 'data', vd: 'aGk' }],
);
const ROWS = json({ temperature: 21.5, door: true, mode: 'eco' }, [
  { ts: 1_700_000_000_000, values: { a: 1, b: null } },
  { ts: '2026-03-01T08:00:00Z', a: 2 },
  { __proto__: 1, a: 3 },
]);
const THINGS = json({
  end_device_ids: { dev_eui: '70B3D57ED005B89A' },
  uplink_message: {
    f_port: 2,
    frm_payload: 'ASsBKAAA',
    decoded_payload: { t: 29.9, gps: { lat: 1, list: [1, 'x', null] } },
    rx_metadata: [{ rssi: -68, snr: 9.2 }],
    received_at: '2026-02-25T13:42:11.412Z',
  },
});
const CHIRP = json({
  time: '2026-02-25T13:42:11.412345+00:00',
  deviceInfo: { devEui: '70b3d57ed005b89a' },
  fPort: 85,
  data: 'AWcA4g==',
  object: { t: 22.6, list: [1] },
  rxInfo: [{ rssi: -57, snr: 10 }],
});
const LISTS = json([
  {
    values: [1, null],
    dstypes: ['counter', 'gauge'],
    dsnames: ['read', 'write'],
    time: 1_772_351_000.5,
    interval: 10,
    host: 'a',
    plugin: 'disk',
    plugin_instance: 'sda',
    type: 'octets',
    type_instance: '',
  },
  { values: [21.5], dsnames: ['value'], time: 1_772_351_000, interval: 5, host: 'b', plugin: 'x', type: 'y' },
]);

const TABLES = text(
  'Čas;Teplota [°C];Dveře\n24.11.2026 7:05;21,5;ano\n"25.10.2026 2:30";"---";ne\n',
  '"TOA5","Roof","CR1000"\n"TIMESTAMP","RECORD","T"\n"TS","RN","C"\n"","","Avg"\n"2026-11-24 07:05:00",1,"NAN"\n',
  'Date\tTime\tx\r\n11/24/2026\t7:05 AM\t1e3\r1795484751\t\t2',
);
const PARTS = text(
  writePart({
    spec: {
      separator: ';',
      decimal: ',',
      time: [0],
      format: 'dmy',
      local: { zone: 'Europe/Prague', twice: 'in_order', skipped: 'skip', newest_first: false },
      columns: [
        { at: 1, key: 'a', kind: 'gauge' },
        { at: 2, key: 'b', kind: 'state', words: { otevreno: 1 } },
        { at: 3, key: 'c', kind: 'text' },
      ],
    },
    line: 2,
    previous: null,
    text: '26.10.2025 2:30;21,5;otevreno;x\n26.10.2025 2:10;---;ano;\n27.2.2026 7:05;1e3;0;"y;z"\n',
  }),
);

const GOOD_HEAD = Buffer.from(PARTS[0]!.subarray(0, PARTS[0]!.indexOf(10) + 1));

const SPEC: TypeSpec = {
  decoder: 'mapping',
  script: null,
  rows: 'data[*]',
  time: { path: 'at', unit: 'local' },
  clock: { kind: 'zone', offset_min: 60, zone: 'Europe/Prague', twice: 'earlier', skipped: 'shift' },
  channels: [
    {
      path: 'list[*].value',
      key: 'list *',
      label: 'List *',
      sensor_type_id: null,
      unit: 'Cel',
      scale: 0.1,
      offset: -5,
      input_min: 0,
      input_max: 4_000,
      states: null,
    },
    {
      path: '$.door',
      key: 'door',
      label: 'Door',
      sensor_type_id: null,
      unit: null,
      scale: 1,
      offset: 0,
      input_min: null,
      input_max: null,
      states: [{ text: 'open', value: 1 }],
    },
  ],
};
const MAPPED = JSON.stringify({
  door: 'open',
  data: [
    { at: '26.10.2025 2:30', list: [{ value: 215 }, { value: '21,5' }] },
    { at: '2026-02-27 7:05:01.5', list: [{ value: null }] },
  ],
});

/** A spec on the first line and a message behind it; the message is also read by a spec that is good. */
function readMapped(input: Uint8Array): string {
  const end = input.indexOf(10) + 1;
  const message = input.subarray(end);
  let known: TypeSpec | undefined;
  try {
    known = typeSpec.safeParse(JSON.parse(Buffer.from(input.subarray(0, end)).toString())).data;
  } catch {
    known = undefined;
  }
  const kinds = [SPEC, ...(known ? [known] : [])].map((spec) => kindOf(compile(spec, new Map()).json(message, NOW)));
  return kinds.join(' / ');
}

const SCRIPTS = text(
  'function decodeUplink({ bytes, fPort, recvTime }) { return { data: { t: (bytes[0] << 8 | bytes[1]) / 10, port: fPort } }; }',
  'const f = (n) => n < 2 ? n : f(n - 1) + f(n - 2);\nfunction decodeUplink(input) { return { data: { a: f(input.bytes.length % 9) }, time: new Date(input.recvTime) }; }',
  'function decodeUplink({ bytes }) { let s = ""; for (const b of bytes) s += String.fromCharCode(b); return { data: JSON.parse(s) }; }',
);
const GOOD_SCRIPT = scriptOf(Buffer.from(SCRIPTS[2]!).toString());

/** The input as a script, and as a frame of one that is good. */
function runScript(input: Uint8Array): string {
  const results = [scriptOf(Buffer.from(input).toString()), GOOD_SCRIPT].map((script) =>
    script({ bytes: input, fPort: 1, recvTime: NOW / 1_000 }),
  );
  for (const result of results) if (result.failure === null) assert(typeof result.data === 'object' && result.data !== null, 'data');
  return results.map(({ failure }) => failure ?? 'ok').join(' ');
}

/** A text as a moment or a number, in every way in which one is read. */
function readMoments(input: Uint8Array): string {
  const said = Buffer.from(input.subarray(0, 200)).toString();
  const instant = parseInstant(said);
  if (!Number.isNaN(instant)) assert(parseInstant(formatInstant(instant)) === instant, 'a moment is written as it was read');
  const asked = parseQueryInstant(said);
  const walls = TIME_FORMATS.map((format) => (readWall(said, format) ? 1 : 0));
  const units = TIME_UNITS.map((unit) => {
    const read = timeReader(unit, SPEC.clock)(said);
    assert(read.us === null || Number.isFinite(read.us), 'a finite moment');
    return read.us === null ? 0 : 1;
  });
  const number = numberOf(said).value;
  assert(Number.isNaN(number) || Number.isFinite(number), 'a finite number');
  return [Number.isNaN(instant), Number.isNaN(asked), ...walls, ...units, Number.isNaN(number)].join();
}

/** A query as the lists take it, and its cursor. */
function readQuery(input: Uint8Array): string {
  const said = Object.fromEntries(new URLSearchParams(Buffer.from(input).toString()));
  const query = listReceivedData.query!.safeParse(said);
  const kinds = (['string', 'number'] as const).map((kind) =>
    declared(
      (error) => (error instanceof AppError ? error.code : null),
      () => `${readCursor(said.cursor, kind, 'string')?.map((part) => typeof part)}`,
    ),
  );
  return [query.success || query.error.issues.map(({ code, path }) => `${code} ${path.join('.')}`).join(), ...kinds].join(' ').slice(0, 80);
}

/** A file as an upload takes it: how it is read is guessed, then all of it is read by that. */
function readFile(input: Uint8Array): string {
  const encoding = encodingOf(input);
  const separator = separatorOf(new TextDecoder(encoding).decode(input));
  const first = readPiece(input.subarray(markLength(input)), { encoding, separator }, { most: 100, whole: true });
  assert(first.bytes <= input.length, 'no more than there is');
  // Guessing costs by the column, of which a short input can have very many.
  const settings = guessSettings({ rows: first.rows, encoding, separator, zone: 'Europe/Prague', channels: [], mostColumns: 40 });
  const { read } = tableReader(
    {
      separator,
      decimal: settings.decimal,
      time: settings.time.columns,
      format: settings.time.format,
      local: { ...settings.time, twice: 'in_order', skipped: 'before' },
      columns: settings.columns,
    },
    null,
  );
  let good = 0;
  for (const { cells } of first.rows) if (read(cells).us !== null) good++;
  return `${encoding} ${separator} ${first.failure} ${settings.time.format} ${Math.min(3, good)} ${Math.min(3, settings.columns.length)}`;
}

/** A declared error has its own kind; any other goes on up. */
function declared(kind: (error: unknown) => string | null, run: () => string): string {
  try {
    return run();
  } catch (error) {
    const known = kind(error);
    if (known === null) throw error;
    return known;
  }
}

/** Packets of a connection, one after the other. */
const MQTT = (() => {
  const connect: Packet = {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clientId: 'a',
    clean: false,
    keepalive: 9,
    username: 'tk_a',
  };
  const will = { topic: 'a/b', payload: Buffer.from('x'), qos: 1 as const, retain: true };
  const publish: Packet = { cmd: 'publish', topic: 'taktlog/json/a', payload: '{"a":1}', qos: 1, messageId: 7, dup: false, retain: false };
  const conversations: Packet[][] = [
    [connect, publish, { cmd: 'pingreq' }, { cmd: 'disconnect' }],
    [{ ...connect, will, password: Buffer.from('tk_b') } as Packet, { ...publish, qos: 2 } as Packet, { cmd: 'pubrel', messageId: 7 }],
    [
      connect,
      { cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: '#', qos: 2 }] },
      { cmd: 'unsubscribe', messageId: 2, unsubscriptions: ['#'] },
    ],
  ];
  return conversations.map((packets) => Buffer.concat(packets.map((packet) => generate(packet))));
})();
const MQTT_LIMIT = 5_000;

export const PARSERS: Record<string, Parser> = {
  json: { seeds: [...ROWS, ...LINES, ...PACKS, ...THINGS], run: (input) => kindOf(decodeJson(input, NOW)) },
  lines: {
    seeds: LINES,
    run: (input) =>
      declared(
        (error) => {
          if (!(error instanceof LineProtocolError)) return null;
          assert(error.line >= 1 && error.column >= 1 && error.column <= input.length + 1, 'a place inside');
          return error.message;
        },
        () => {
          const points = parseLines(input);
          for (const { measurement, fields, ts } of points) {
            assert(measurement !== '' && fields.length > 0, 'a name and a field');
            assert(ts === null || BigInt.asIntN(64, ts) === ts, 'an int64 time');
          }
          return `ok ${Math.min(3, points.length)} ${points[0]?.tags.length} ${points[0]?.fields.map(([, { type }]) => type).join()}`.slice(
            0,
            60,
          );
        },
      ),
  },
  'line-protocol': { seeds: LINES, run: (input) => kindOf(decodeLineProtocol(input, NOW)) },
  'senml-pack': {
    seeds: PACKS,
    run: (input) =>
      declared(
        (error) => (error instanceof SenmlError ? error.code : null),
        () => {
          const records = resolveSenml(input, NOW);
          for (const { n, t } of records) assert(/^[A-Za-z0-9]/.test(n) && Number.isFinite(t), 'a name and a time');
          return `ok ${Math.min(3, records.length)} ${Object.keys(records[0] ?? {}).join()}`;
        },
      ),
  },
  senml: { seeds: PACKS, run: (input) => kindOf(decodeSenml(input, NOW)) },
  'the-things-stack': { seeds: THINGS, run: (input) => kindOf(decodeTheThingsStack(input, NOW).decoded) },
  chirpstack: { seeds: CHIRP, run: (input) => kindOf(decodeChirpstack(input, NOW).decoded) },
  collectd: {
    seeds: LISTS,
    run: (input) => {
      const { failure, errors, hosts } = decodeCollectd(input, NOW);
      return `${failure?.code} ${errors.length > 0} ${hosts.map(({ decoded }) => kindOf(decoded)).join('; ')}`.slice(0, 80);
    },
  },
  // Rows are read by a head that is good, too: a damaged one lets none be read.
  table: {
    seeds: PARTS,
    run: (input) => {
      const rows = input.subarray(input.indexOf(10) + 1);
      return `${kindOf(decodeTable(input, NOW))} / ${kindOf(decodeTable(Buffer.concat([GOOD_HEAD, rows]), NOW))}`;
    },
  },
  'table-file': { seeds: TABLES, dense: 3, run: readFile },
  thingsboard: { seeds: ROWS, run: (input) => kindOf(decodeThingsboard(input, NOW)) },
  'thingsboard-gateway': {
    seeds: json({ A: [{ ts: 1_700_000_000_000, values: { t: 1 } }], B: [{ t: 2 }], C: 5 }),
    run: (input) => {
      const { failure, devices } = decodeThingsboardGateway(input, NOW);
      return `${failure?.code} ${devices.map(({ decoded }) => kindOf(decoded)).join('; ')}`.slice(0, 80);
    },
  },
  mqtt: {
    seeds: MQTT,
    // A packet may have two bytes.
    dense: 10,
    run: (input) => {
      const guard = new PacketGuard(() => ({ count: MQTT_LIMIT, publish: MQTT_LIMIT, other: MQTT_LIMIT }));
      if (!guard.feed(input)) return 'refused';
      const kinds: string[] = [];
      const parser = packetParser();
      parser.on('error', () => kinds.push('error'));
      parser.on('packet', (packet) => {
        assert((packet.length ?? 0) <= MQTT_LIMIT, 'no packet is longer than it may be');
        if (packet.cmd === 'publish') meaningOfTopic(packet.topic);
        kinds.push(packet.cmd);
      });
      const left = parser.parse(Buffer.from(input));
      assert(kinds.includes('error') || left <= MQTT_LIMIT + 5, 'nothing is kept beyond one packet');
      return kinds.slice(0, 5).join();
    },
  },
  'cayenne-lpp': {
    seeds: [
      Buffer.from('036701100567 00ff'.replaceAll(' ', ''), 'hex'),
      Buffer.from('018806765ff2960a0003e8067104d2fb2e0000', 'hex'),
      Buffer.from('0174014c0275007b038009c40483000010010576000000320168ff', 'hex'),
    ],
    run: (input) => kindOf(decodeCayenneLpp(input, NOW, NOW)),
  },
  // A spec may ask for every value of a message many times.
  mapping: { seeds: text(`${JSON.stringify(SPEC)}\n${MAPPED}`), dense: 200, run: readMapped },
  // A script has its own limits of time and memory.
  script: { seeds: SCRIPTS, dense: Number.POSITIVE_INFINITY, run: runScript },
  moments: {
    seeds: text(
      '2026-03-01T08:00:00Z',
      '2026-03-01 08:00:00.123456+01:00',
      '1772352000000',
      '26. 10. 2025 2:30:15,5',
      '10/26/2025 2:30 PM',
      '26.10.2025 02:30',
      '21,5',
      '-1.5e3',
    ),
    // Short texts, each read in twelve ways.
    dense: 20,
    run: readMoments,
  },
  query: {
    seeds: text(
      `limit=50&sort=-received_at&q=pec&status=stored&from=2026-03-01T08:00:00Z&to=1772352000000&cursor=${writeCursor('a', 'b')}`,
      `datalogger_id=01890a5d-ac96-774b-bcce-b302099a8057&count=1&cursor=${writeCursor(5, 'b')}`,
    ),
    dense: 20,
    run: readQuery,
  },
  topic: {
    seeds: text('taktlog/json/a', 'taktlog/senml/a/b', 'taktlog/line/ms', 'taktlog/line', 'v1/devices/me/telemetry'),
    dense: 5,
    run: (input) => meaningOfTopic(Buffer.from(input).toString())?.decoder ?? 'none',
  },
};
