import * as z from 'zod/mini';
import { id, instant, name, readingValue, rev } from './common.ts';
import { endpoint } from './endpoint.ts';
import { ingestError } from './received-data.ts';

/** mapping: values by their paths in JSON; the others read the bytes of a frame, and their values are named by keys. */
export const TYPE_DECODERS = ['mapping', 'cayenne-lpp', 'javascript'] as const;
/** How a device writes its time: a number since 1970, text with an offset, or what its clock on the wall shows. */
export const TIME_UNITS = ['s', 'ms', 'us', 'ns', 'iso', 'local'] as const;
export const CLOCK_KINDS = ['utc', 'offset', 'zone'] as const;

export const TYPE_MOST_CHANNELS = 200;
/** Messages that a trial goes through, and those that one answer of it reads, at most. */
export const TRIAL_MESSAGES = 500;
export const TRIAL_PART = 50;
/** Expected intervals of silence after which a logger may be offline. */
export const OFFLINE_AFTER_LEAST = 2;
export const OFFLINE_AFTER_MOST = 100;
/** Loggers that move at once. */
export const MOST_MOVED = 500;

const line = (most: number) => z.string().check(z.trim(), z.maxLength(most), z.regex(/^[^\p{Cc}]*$/u));
const filled = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most), z.regex(/^[^\p{Cc}]*$/u));
const path = filled(200);
const number = z.number().check(z.gte(-1e15), z.lte(1e15));
const seconds = z.number().check(z.int(), z.gte(1), z.lte(31_536_000));

/** Value = (raw × scale + offset) in `unit`, stored in the canonical unit of the sensor type. */
export const typeChannel = z.object({
  /** Where the value is in the message; of other decoders the key that they give. */
  path,
  /** Of the channel; `*` stands for the place in an array that a `[*]` of the path found. */
  key: filled(100),
  label: filled(120),
  sensor_type_id: z.nullable(id),
  /** UCUM code of the unit that the device means; without a sensor type whatever is written. */
  unit: z.nullable(filled(20)),
  scale: number.check(z.refine((value) => value !== 0)),
  offset: number,
  /** What the sensor can say, before scale and offset; beyond it is broken. */
  input_min: z.nullable(number),
  input_max: z.nullable(number),
  /** Numbers that words of a state mean. */
  states: z.nullable(
    z.array(z.object({ text: filled(40), value: z.int().check(z.gte(-999_999), z.lte(999_999)) })).check(z.minLength(1), z.maxLength(32)),
  ),
});
export type TypeChannel = z.infer<typeof typeChannel>;

export const clockPolicy = z.object({
  kind: z.enum(CLOCK_KINDS),
  /** Minutes east of Greenwich. */
  offset_min: z.int().check(z.gte(-840), z.lte(840)),
  zone: z.nullable(filled(60)),
  /** An hour that the clock shows twice. */
  twice: z.enum(['refuse', 'earlier', 'later']),
  /** An hour that it never shows. */
  skipped: z.enum(['refuse', 'shift']),
});

/** How messages of a type are read. */
export const typeSpec = z.object({
  decoder: z.enum(TYPE_DECODERS),
  /** Of JavaScript: text that defines `decodeUplink({ bytes, fPort, recvTime })`. */
  script: z.nullable(z.string().check(z.maxLength(20_000))),
  /** Elements of an array that are rows of their own; null = the message, or the elements of a message that is an array. */
  rows: z.nullable(path),
  time: z.nullable(z.object({ path, unit: z.enum(TIME_UNITS) })),
  clock: clockPolicy,
  channels: z.array(typeChannel).check(z.maxLength(TYPE_MOST_CHANNELS)),
});
export type TypeSpec = z.infer<typeof typeSpec>;

const fields = {
  name,
  maker: z.nullable(line(120)),
  model: z.nullable(line(120)),
  notes: z.nullable(z.string().check(z.maxLength(4_000))),
  manual_url: z.nullable(z.string().check(z.maxLength(500), z.regex(/^https?:\/\/[^\s<>"]+$/))),
  sampling_interval_s: z.nullable(seconds),
  sending_interval_s: z.nullable(seconds),
  /** Expected intervals of silence after which its loggers are offline; null = as many as those without a type. */
  offline_after: z.nullable(z.int().check(z.gte(OFFLINE_AFTER_LEAST), z.lte(OFFLINE_AFTER_MOST))),
  /** A message as the device sends it, to try the mapping on; bytes as `hex:…`. */
  sample: z.nullable(z.string().check(z.maxLength(20_000))),
};

const version = z.object({
  version: z.number(),
  published_at: instant,
  /** Loggers that are read by it, archived ones left out. */
  logger_count: z.number(),
});

export const loggerType = z.object({
  id,
  /** Of the type that came with the product and that it began as; null = made from nothing. */
  key: z.nullable(z.string()),
  ...fields,
  /** Id of the file that is its photo. */
  photo_file_id: z.nullable(id),
  /** Decoder of the newest version, else of the draft. */
  decoder: z.enum(TYPE_DECODERS),
  /** The newest published one. */
  version: z.nullable(z.number()),
  has_draft: z.boolean(),
  channel_count: z.number(),
  logger_count: z.number(),
  rev: z.number(),
  created_at: instant,
  updated_at: instant,
  archived_at: z.nullable(instant),
});
export type LoggerType = z.infer<typeof loggerType>;

export const loggerTypeDetail = z.object({
  ...loggerType.shape,
  /** What is edited; null = nothing differs from the newest version. */
  draft: z.nullable(typeSpec),
  /** The newest version. */
  published: z.nullable(typeSpec),
  /** Newest first. */
  versions: z.array(version),
});
export type LoggerTypeDetail = z.infer<typeof loggerTypeDetail>;

/** A type as a file: sensor types by what they are, since other organisations have others. */
const portableChannel = z.object({
  ...typeChannel.shape,
  sensor_type_id: z.optional(z.never()),
  sensor_type: z.nullable(z.object({ key: z.nullable(filled(40)), name: filled(120), quantity: filled(40), kind: filled(20) })),
});
export const portableType = z.object({
  format: z.literal('logger-type'),
  format_version: z.literal(1),
  ...fields,
  /** Files of before it was said don't have it. */
  offline_after: z.optional(fields.offline_after),
  spec: z.object({ ...typeSpec.shape, channels: z.array(portableChannel).check(z.maxLength(TYPE_MOST_CHANNELS)) }),
});
export type PortableType = z.infer<typeof portableType>;

const root = '/v1/orgs/:organization_id/logger-types';
const user = { access: 'user' } as const;

export const listLoggerTypes = endpoint({
  method: 'GET',
  path: root,
  ...user,
  scope: 'dlog:read',
  query: z.object({ archived: z.optional(z.enum(['0', '1'])) }),
  response: z.object({ items: z.array(loggerType) }),
  summary: 'Logger types of the organisation, oldest first',
});

/** What comes with the product, to begin from. */
export const listTypeCatalogue = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/logger-type-catalogue',
  ...user,
  scope: 'dlog:read',
  response: z.object({
    items: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        maker: z.nullable(z.string()),
        model: z.nullable(z.string()),
        decoder: z.enum(TYPE_DECODERS),
        channel_count: z.number(),
        sending_interval_s: z.nullable(z.number()),
        /** The organisation's copy that still reads as it came; null = there is none. */
        copy_id: z.nullable(id),
      }),
    ),
  }),
  summary: 'Logger types that come with the product',
});

export const createLoggerType = endpoint({
  method: 'POST',
  path: root,
  ...user,
  scope: 'dlog:write',
  whole: true,
  body: z.object({
    id: z.optional(id),
    name: z.optional(name),
    /** A type that comes with the product. */
    from: z.optional(z.string().check(z.maxLength(40))),
    /** One of the organisation's own: its draft, else its newest version. */
    copy_of: z.optional(id),
    /** One from a file. */
    portable: z.optional(portableType),
  }),
  response: loggerTypeDetail,
  status: 201,
  maxBytes: 200_000,
  summary: 'Create a logger type: empty, from the catalogue, as a copy, or from a file; what it begins with is its draft',
});

export const getLoggerType = endpoint({
  method: 'GET',
  path: `${root}/:id`,
  ...user,
  scope: 'dlog:read',
  response: loggerTypeDetail,
  summary: 'One logger type with its draft and its versions',
});

export const getLoggerTypeVersion = endpoint({
  method: 'GET',
  path: `${root}/:id/versions/:version`,
  ...user,
  scope: 'dlog:read',
  response: z.object({ version: z.number(), published_at: instant, spec: typeSpec }),
  summary: 'One published version of a logger type',
});

export const exportLoggerType = endpoint({
  method: 'GET',
  path: `${root}/:id/portable`,
  ...user,
  scope: 'dlog:read',
  response: portableType,
  summary: 'A logger type as a file: its draft, else its newest version',
});

export const updateLoggerType = endpoint({
  method: 'PATCH',
  path: `${root}/:id`,
  ...user,
  scope: 'dlog:write',
  whole: true,
  body: z.object({
    rev,
    name: z.optional(name),
    maker: z.optional(fields.maker),
    model: z.optional(fields.model),
    notes: z.optional(fields.notes),
    manual_url: z.optional(fields.manual_url),
    sampling_interval_s: z.optional(fields.sampling_interval_s),
    sending_interval_s: z.optional(fields.sending_interval_s),
    offline_after: z.optional(fields.offline_after),
    photo_file_id: z.optional(z.nullable(id)),
    sample: z.optional(fields.sample),
    /** Null = thrown away. */
    draft: z.optional(z.nullable(typeSpec)),
    archived: z.optional(z.boolean()),
  }),
  response: loggerTypeDetail,
  maxBytes: 200_000,
  summary: 'Change a logger type or its draft; published versions stay as they are',
});

export const publishLoggerType = endpoint({
  method: 'POST',
  path: `${root}/:id/versions`,
  ...user,
  scope: 'dlog:write',
  whole: true,
  body: z.object({ rev }),
  response: loggerTypeDetail,
  status: 201,
  summary: 'Make the draft the next version; loggers stay on theirs',
});

/** One reading of a message as the type gives it. */
export const triedReading = z.object({
  key: z.string(),
  /** Place of the channel in the spec; null = a value that no channel names. */
  channel: z.nullable(z.number()),
  /** Where in the message it was. */
  path: z.nullable(z.string()),
  raw: z.nullable(readingValue),
  value: readingValue,
  /** As people write it. */
  unit: z.nullable(z.string()),
  decimals: z.nullable(z.number()),
  ts: instant,
  /** Outside what the sensor type takes for plausible. */
  out_of_range: z.boolean(),
  /** Compared with what the stored message gave as it was read; null = it is a pasted one. */
  outcome: z.nullable(z.enum(['new', 'changed', 'unchanged'])),
  /** What it gave; null = nothing. */
  before: z.nullable(z.object({ value: readingValue, unit: z.nullable(z.string()) })),
});

export const bench = z.object({
  body: z.string(),
  body_cut: z.boolean(),
  received_at: instant,
  failure: z.nullable(ingestError),
  readings: z.array(triedReading),
  errors: z.array(ingestError),
  warnings: z.array(ingestError),
  reading_count: z.number(),
  /** What the stored message gave as it was read, and would not give any more. */
  gone: z.array(z.object({ key: z.string(), ts: instant, value: readingValue, unit: z.nullable(z.string()) })),
});
export type Bench = z.infer<typeof bench>;

export const tryLoggerType = endpoint({
  method: 'POST',
  path: '/v1/orgs/:organization_id/logger-type-bench',
  ...user,
  scope: 'dlog:write',
  whole: true,
  body: z.object({
    spec: typeSpec,
    received_data_id: z.optional(id),
    /** A pasted one; bytes as `hex:…`. */
    message: z.optional(z.string().check(z.maxLength(262_144))),
    f_port: z.optional(z.int().check(z.gte(0), z.lte(255))),
  }),
  response: bench,
  maxBytes: 500_000,
  summary: 'What a mapping makes of one message, stored or pasted; nothing is kept',
});

/** Messages that a trial goes through, oldest first: the newest ones of each logger that the person may read. */
export const trialMessages = z.object({
  loggers: z.array(z.object({ id, name: z.string() })),
  messages: z.array(z.object({ id, received_at: instant, datalogger_id: id })),
});
export type TrialMessages = z.infer<typeof trialMessages>;

export const listTrialMessages = endpoint({
  method: 'GET',
  path: `${root}/:id/trial`,
  ...user,
  scope: 'dlog:write',
  whole: true,
  response: trialMessages,
  summary: 'The newest stored messages of the loggers of a type, on which a mapping can be tried',
});

/** What a mapping would make of one message. */
export const trialResult = z.object({
  id,
  /** It could not be tried: its stored body is damaged, or it is gone by now. */
  is_missing: z.boolean(),
  readings: z.number(),
  errors: z.number(),
  warnings: z.number(),
  out_of_range: z.number(),
  /** Readings compared with what the message gave as it is read now. */
  new: z.number(),
  changed: z.number(),
  gone: z.number(),
  unchanged: z.number(),
});
export type TrialResult = z.infer<typeof trialResult>;

export const tryStoredMessages = endpoint({
  method: 'POST',
  path: `${root}/:id/trial`,
  ...user,
  scope: 'dlog:write',
  whole: true,
  body: z.object({ spec: typeSpec, ids: z.array(id).check(z.minLength(1), z.maxLength(TRIAL_PART)) }),
  /** In the order that was asked for; where reading them takes long, only the first of them. */
  response: z.object({ results: z.array(trialResult).check(z.minLength(1)) }),
  maxBytes: 200_000,
  summary: 'What a mapping would make of stored messages of the loggers of a type: as many of them as are read within a second',
});

const movedChannel = z.object({
  key: z.string(),
  label: z.string(),
  /** mismatch: the channel has readings in another unit or of another kind, so that the logger can't move. */
  change: z.enum(['new', 'changed', 'gone', 'unchanged', 'mismatch']),
  unit_before: z.nullable(z.string()),
  unit_after: z.nullable(z.string()),
  /** Of the newest message that has both. */
  before: z.nullable(readingValue),
  after: z.nullable(readingValue),
});

const moveBody = z.object({
  version: z.int().check(z.gte(1), z.lte(1_000_000)),
  datalogger_ids: z.array(id).check(z.minLength(1), z.maxLength(MOST_MOVED)),
});

export const movePreview = z.object({
  loggers: z.array(
    z.object({
      datalogger_id: id,
      name: z.string(),
      messages: z.number(),
      errors: z.number(),
      channels: z.array(movedChannel),
    }),
  ),
});
export type MovePreview = z.infer<typeof movePreview>;

export const previewMove = endpoint({
  method: 'POST',
  path: `${root}/:id/move-preview`,
  ...user,
  scope: 'dlog:read',
  body: moveBody,
  response: movePreview,
  summary: 'What the newest stored messages of loggers would give under a version',
});

const offBody = z.object({ datalogger_ids: z.array(id).check(z.minLength(1), z.maxLength(MOST_MOVED)) });

export const previewTakeOff = endpoint({
  method: 'POST',
  path: `${root}/:id/take-off-preview`,
  ...user,
  scope: 'dlog:read',
  body: offBody,
  response: movePreview,
  summary: 'What the newest stored messages of loggers would give without their type',
});

export const takeOffLoggers = endpoint({
  method: 'POST',
  path: `${root}/:id/take-off`,
  ...user,
  scope: 'dlog:write',
  body: offBody,
  /** The versions that they were read by, for taking it back. */
  response: z.object({ taken: z.array(z.object({ datalogger_id: id, version: z.number() })) }),
  summary: 'Read loggers without their type from now on; what was received stays as it was read',
});

export const moveLoggers = endpoint({
  method: 'POST',
  path: `${root}/:id/loggers`,
  ...user,
  scope: 'dlog:write',
  body: moveBody,
  response: z.object({ moved: z.number(), unchanged: z.number() }),
  summary: 'Read loggers by a version from now on; what was received stays as it was read',
});
