import type { BlockList } from 'node:net';
import * as z from 'zod/mini';
import { defaultSender, type MailAddress, parseSender, parseSmtpUrl, type SmtpServer } from './mail-addresses.ts';
import { type MqttAddress, parseMqttUrl } from './mqtt-address.ts';
import { parseNetworks } from './outbound.ts';
import { type Proxies, parseProxies } from './proxies.ts';
import { usualMemory } from './thrift.ts';

/** The environment, parsed once. Nothing else reads `process.env`. */

const text = z.string();
const port = z.pipe(
  z.pipe(
    text.check(z.regex(/^\d{1,5}$/)),
    z.transform((value: string) => Number(value)),
  ),
  z.number().check(z.lte(65_535)),
);

const whole = z.pipe(
  z.pipe(
    text.check(z.regex(/^\d{1,9}$/)),
    z.transform((value: string) => Number(value)),
  ),
  z.number().check(z.lte(999_999_999)),
);

const environment = z.object({
  PORT: z._default(port, 4321),
  HOST: z._default(text, '0.0.0.0'),
  SITE_URL: z.optional(z.string().check(z.regex(/^https?:\/\/[^/\s?#]+$/))),
  DATA_DIR: z._default(text, './data'),
  OUT_DIR: z._default(text, './dist'),
  DATABASE_URL: z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\//))),
  DATABASE_OWNER_URL: z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\//))),
  MQTT_PORT: z.optional(port),
  MQTT_URL: z.optional(z.string().check(z.refine((value) => parseMqttUrl(value) !== null))),
  TLS_CERT: z.optional(text),
  TLS_KEY: z.optional(text),
  SMTP_URL: z.optional(z.string().check(z.refine((value) => parseSmtpUrl(value) !== null))),
  MAIL_FROM: z.optional(z.string().check(z.refine((value) => parseSender(value) !== null))),
  OPERATOR_NAME: z._default(text, ''),
  OPERATOR_ADDRESS: z._default(text, ''),
  OPERATOR_EMAIL: z._default(text, ''),
  JWT_SECRET: z.optional(z.string().check(z.minLength(32))),
  JWT_SECRET_PREVIOUS: z.optional(z.string().check(z.minLength(32))),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
  INGEST_MB_PER_DAY: z._default(whole, 5_000),
  MIN_FREE_MB: z._default(whole, 512),
  FILES_MB: z._default(whole, 10_000),
  KEEP_RECEIVED_DAYS: z._default(whole.check(z.lte(36_500)), 90),
  MEMORY: z.optional(z.enum(['thrifty', 'ample'])),
  READ_SECONDS_PER_MINUTE: z._default(whole, 30),
  TRUST_PROXY: z._default(z.string().check(z.refine((value) => parseProxies(value) !== null)), '0'),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16))),
  ENVIRONMENTS: z.optional(z.string().check(z.regex(/^[^=,]{1,40}=https?:\/\/[^/\s?#,]+(,[^=,]{1,40}=https?:\/\/[^/\s?#,]+)*$/))),
  OUTBOUND_ALLOW: z._default(z.string().check(z.refine((value) => parseNetworks(value) !== null)), ''),
  HALL_EMBED: z.optional(z.string().check(z.refine((value) => hallToken(value) !== undefined))),
  DEMO_PUBLIC: z._default(z.enum(['0', '1']), '0'),
  BUILD_ID: z.optional(z.string().check(z.regex(/^[\w.-]{1,64}$/))),
});

/** The token of an embed, by itself or at the end of its address. */
const hallToken = (text: string): string | undefined => /(?:^|\/)(em_[\w-]{43})(?:\?\S*)?$/.exec(text)?.[1];

export interface Config {
  port: number;
  host: string;
  siteUrl: string;
  dataDir: string;
  /** The built site. */
  outDir: string;
  databaseUrl: string | undefined;
  /** PostgreSQL: the role that owns the schema, for migrations at the start; the application itself never uses it. */
  databaseOwnerUrl: string | undefined;
  /** 0 = off. */
  mqttPort: number;
  /** Was the port asked for, or is it the usual one? */
  mqttPortChosen: boolean;
  /** A broker elsewhere, from which messages are taken. */
  mqttBroker: MqttAddress | undefined;
  tls: { cert: string; key: string } | undefined;
  /** Where mails are handed over; undefined = they are written into files under DATA_DIR. */
  smtp: SmtpServer | undefined;
  mailFrom: MailAddress;
  operator: { name: string; address: string; email: string };
  /** The root secret where the environment brings it, and the one before, which is good as long as it stands there. */
  jwtSecret: string | undefined;
  jwtSecretPrevious: string | undefined;
  logLevel: string;
  /** Thrifty = little memory before speed. */
  memory: 'thrifty' | 'ample';
  /** What the loggers of one organisation may make the database grow by in a day, megabytes: organisations choose less. Null = no bound. */
  ingestMbPerDay: number | null;
  /** Below so much free space nothing is taken in, megabytes; 0 = not looked at. */
  minFreeMb: number;
  /** What the files of one organisation may take, megabytes. Null = no bound. */
  filesMb: number | null;
  /** Days for which new organisations keep raw messages, until they choose; null = for ever. */
  keepReceivedDays: number | null;
  /** Work that long reads of one organisation may cost in a minute; one person may cause half of it. Null = no limit. */
  readSecondsPerMinute: number | null;
  /** Whose word about the sender is believed. */
  proxies: Proxies;
  metricsToken: string | undefined;
  /** Other installations, linked on the developers' page. */
  environments: { name: string; url: string }[];
  /** Private networks that webhooks and notifications may reach. */
  outboundAllowed: BlockList;
  /** Visitors of the public pages may look at the demo plant. */
  demoPublic: boolean;
  /** Token of the embed whose values the public hall display shows; undefined = it shows an example. */
  hallEmbed: string | undefined;
}

/** What was wrong, one line for each variable, without its value. */
export class ConfigError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** @throws ConfigError naming each bad variable; empty variables count as unset. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(given);
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${describe(String(issue.path[0]))}`);
  if ((given.TLS_CERT === undefined) !== (given.TLS_KEY === undefined)) problems.push('TLS_CERT, TLS_KEY: set both or neither');
  if (given.JWT_SECRET_PREVIOUS !== undefined && given.JWT_SECRET === undefined)
    problems.push('JWT_SECRET_PREVIOUS: stands beside JWT_SECRET only');
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  const e = parsed.data;
  const scheme = e.TLS_CERT ? 'https' : 'http';
  const siteUrl = e.SITE_URL ?? `${scheme}://localhost:${e.PORT}`;
  return {
    port: e.PORT,
    host: e.HOST,
    siteUrl,
    dataDir: e.DATA_DIR,
    outDir: e.OUT_DIR,
    databaseUrl: e.DATABASE_URL,
    databaseOwnerUrl: e.DATABASE_OWNER_URL,
    mqttPort: e.MQTT_PORT ?? (e.TLS_CERT ? 8883 : 1883),
    mqttPortChosen: e.MQTT_PORT !== undefined,
    mqttBroker: (e.MQTT_URL !== undefined && parseMqttUrl(e.MQTT_URL)) || undefined,
    tls: e.TLS_CERT && e.TLS_KEY ? { cert: e.TLS_CERT, key: e.TLS_KEY } : undefined,
    smtp: (e.SMTP_URL !== undefined && parseSmtpUrl(e.SMTP_URL)) || undefined,
    mailFrom: (e.MAIL_FROM !== undefined && parseSender(e.MAIL_FROM)) || defaultSender(siteUrl),
    operator: { name: e.OPERATOR_NAME, address: e.OPERATOR_ADDRESS, email: e.OPERATOR_EMAIL },
    jwtSecret: e.JWT_SECRET,
    jwtSecretPrevious: e.JWT_SECRET_PREVIOUS,
    logLevel: e.LOG_LEVEL,
    memory: e.MEMORY ?? usualMemory(),
    ingestMbPerDay: e.INGEST_MB_PER_DAY || null,
    minFreeMb: e.MIN_FREE_MB,
    filesMb: e.FILES_MB || null,
    keepReceivedDays: e.KEEP_RECEIVED_DAYS || null,
    readSecondsPerMinute: e.READ_SECONDS_PER_MINUTE || null,
    proxies: parseProxies(e.TRUST_PROXY)!,
    metricsToken: e.METRICS_TOKEN,
    environments: (e.ENVIRONMENTS?.split(',') ?? []).map((pair) => {
      const [name = '', url = ''] = pair.split('=');
      return { name: name.trim(), url };
    }),
    outboundAllowed: parseNetworks(e.OUTBOUND_ALLOW)!,
    demoPublic: e.DEMO_PUBLIC === '1',
    hallEmbed: e.HALL_EMBED === undefined ? undefined : hallToken(e.HALL_EMBED),
  };
}

function describe(variable: string): string {
  const wanted: Record<string, string> = {
    PORT: 'a port number from 0 to 65535',
    MQTT_PORT: 'a port number from 0 to 65535, 0 = off',
    MQTT_URL:
      'mqtt:// or mqtts:// with a host, like mqtts://user:password@broker.example.com:8883 (percent-encode what stands for something in an address); ?client_id=… and shared=0 may follow',
    SITE_URL: 'http:// or https:// and a host, without a path, like https://log.example.com',
    DATABASE_URL: 'a postgres:// address; leave it out for SQLite in DATA_DIR',
    DATABASE_OWNER_URL: 'a postgres:// address of the role that owns the schema',
    SMTP_URL:
      'smtp:// or smtps:// with a host, like smtp://user:password@mail.example.com:587 (percent-encode what stands for something in an address); ?starttls=required or ?starttls=never may follow',
    MAIL_FROM: 'an address, or a name with one, like Taktlog <taktlog@example.com>',
    JWT_SECRET: 'at least 32 characters',
    JWT_SECRET_PREVIOUS: 'at least 32 characters',
    METRICS_TOKEN: 'at least 16 characters',
    LOG_LEVEL: 'one of fatal, error, warn, info, debug, trace, silent',
    MEMORY: 'thrifty or ample',
    INGEST_MB_PER_DAY: 'a whole number of megabytes, 0 = no bound',
    MIN_FREE_MB: 'a whole number of megabytes, 0 = not looked at',
    FILES_MB: 'a whole number of megabytes, 0 = no bound',
    KEEP_RECEIVED_DAYS: 'a whole number of days from 1 to 36500, 0 = for ever',
    READ_SECONDS_PER_MINUTE: 'a whole number of seconds, 0 = no limit',
    TRUST_PROXY: 'addresses and networks of reverse proxies divided by commas, like 127.0.0.1,10.0.0.0/8; 1 = whoever connects, 0 = nobody',
    ENVIRONMENTS: 'pairs of name=address, divided by commas, like test=https://test.example.com',
    OUTBOUND_ALLOW: 'addresses and networks divided by commas, like 192.168.5.7,10.0.0.0/8',
    HALL_EMBED: 'the address of an embed, like https://log.example.com/embed/em_…, or its token',
    DEMO_PUBLIC: '1 = visitors may look at the demo, 0 = off',
    BUILD_ID: 'at most 64 letters, digits, dots, dashes, underscores',
  };
  return `must be ${wanted[variable] ?? 'a text'}`;
}
