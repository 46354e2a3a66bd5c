import { Buffer, isUtf8 } from 'node:buffer';
import type { ReadingValue } from '../../contract/common.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import {
  type Bench,
  TRIAL_MESSAGES,
  type Trial,
  type TypeSpec,
  type tryStoredMessages as trialEndpoint,
  type tryLoggerType as tryEndpoint,
} from '../../contract/logger-types.ts';
import { canonicalUnit, fromCanonical, senmlSymbol, unitOf } from '../../domain/quantities/quantities.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import type { Decoded } from '../ingest/decoded.ts';
import { type TypeDecoder, typeDecoder } from '../ingest/mapping/type-decoder.ts';
import { doorIn, storedDecoder } from '../ingest/mapping/versions.ts';
import { type Ctx, can, workspacesWith } from '../kernel/context.ts';
import { invalid } from '../kernel/list.ts';
import { unpacked } from '../kernel/unzip.ts';
import { receivedDataRepo } from '../received-data/received-data.repo.ts';
import type { SensorTypeRow } from '../sensor-types/sensor-types.repo.ts';
import { loggerTypesRepo } from './logger-types.repo.ts';
import { foundType } from './logger-types.service.ts';
import { sensorsOf, sensorTypes } from './sensors.ts';
import { specProblems } from './spec-rules.ts';

const SHOWN_READINGS = 500;
const SHOWN_PROBLEMS = 100;
const SHOWN_BYTES = 262_144;
/** Longer messages are left out of trials. */
export const TRIED_BYTES = 65_536;
const HEX = /^hex:\s*((?:[0-9a-f]{2}\s*)*)$/i;

/** The bytes of a message that somebody pasted. @throws AppError validation_failed for hexadecimal digits that are none */
function pasted(text: string): Uint8Array {
  if (!/^hex:/i.test(text)) return Buffer.from(text, 'utf8');
  const [, digits] = HEX.exec(text) ?? [];
  if (digits === undefined) throw invalid('message');
  return Buffer.from(digits.replace(/\s/g, ''), 'hex');
}

/** What text doesn't hold: bytes of a frame may be UTF-8 by chance. */
const NO_TEXT = /[^\P{Cc}\t\n\r]/u;

/** A body as text, or as `hex:…`. */
function shown(body: Uint8Array): Pick<Bench, 'body' | 'body_cut'> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, SHOWN_BYTES));
  const body_cut = body.byteLength > SHOWN_BYTES;
  const text = body_cut || isUtf8(bytes) ? bytes.toString('utf8') : null;
  return { body: text === null || NO_TEXT.test(text) ? `hex:${bytes.toString('hex')}` : text, body_cut };
}

const isOutside = (value: ReadingValue, { range_min, range_max }: SensorTypeRow): boolean =>
  typeof value === 'number' && ((range_min !== null && value < range_min) || (range_max !== null && value > range_max));

/** What floating point adds behind the digits of a converted value. */
const clean = (value: number): number => Number(value.toPrecision(12));

/** A stored value as people see it: in the unit that its sensor type is shown in. */
function displayed(value: ReadingValue, type: SensorTypeRow): { value: ReadingValue; unit: string | null; decimals: number | null } {
  const unit = unitOf(type.quantity, type.display_unit) ?? canonicalUnit(type.quantity);
  const number = typeof value === 'number' && unit ? clean(fromCanonical(value, unit)) : value;
  return { value: number, unit: (unit?.symbol ?? type.display_unit) || null, decimals: type.decimals };
}

/** A spec made ready for a trial. @throws AppError validation_failed for one that can't be */
export async function prepared(ctx: Ctx, spec: TypeSpec): Promise<{ decoder: TypeDecoder; types: ReadonlyMap<string, SensorTypeRow> }> {
  const { sensors, types } = await ctx.db.read(ctx.organization.id, async (db) => ({
    sensors: await sensorsOf(ctx, db, spec),
    types: await sensorTypes(ctx, db),
  }));
  const errors = specProblems(spec, sensors);
  if (errors.length > 0)
    throw new AppError('validation_failed', { errors: errors.map((error) => ({ ...error, path: error.path.replace(/^draft/, 'spec') })) });
  return { decoder: typeDecoder(spec, sensors), types };
}

/**
 * What a spec makes of one message; nothing is kept.
 * @throws AppError not_found (no such message), body_unreadable, validation_failed (neither a stored nor a pasted message, or a spec that can't be)
 */
export async function tryLoggerType(ctx: Ctx, { spec, received_data_id, message }: BodyOf<typeof tryEndpoint>): Promise<Bench> {
  if ((received_data_id === undefined) === (message === undefined)) throw invalid('message');
  const stored =
    received_data_id === undefined
      ? null
      : await ctx.db.read(ctx.organization.id, (db) =>
          receivedDataRepo({ db, organization_id: ctx.organization.id }).find(received_data_id),
        );
  if (received_data_id !== undefined && (!stored || !can(ctx, 'dlog:read', stored.workspace_id))) throw new AppError('not_found');
  if (stored?.damaged) throw new AppError('body_unreadable');
  const { decoder, types } = await prepared(ctx, spec);
  const body = stored ? await unpacked(stored.body, stored.body_encoding) : pasted(message ?? '');
  const receivedAt = stored?.received_at ?? ctx.clock.now();
  const { decoded, traces } = decoder.traced(doorIn(stored?.decoder ?? null), body, receivedAt);
  return {
    ...shown(body),
    received_at: formatInstant(receivedAt),
    failure: decoded.failure,
    errors: decoded.errors.slice(0, SHOWN_PROBLEMS),
    warnings: (decoded.warnings ?? []).slice(0, SHOWN_PROBLEMS),
    reading_count: decoded.slot.length,
    readings: decoded.slot.slice(0, SHOWN_READINGS).map((slot, i) => {
      const named = decoded.named?.[slot];
      const type = types.get(named?.sensorTypeId ?? '');
      const value = decoded.value[i]!;
      const trace = traces[i]!;
      const unit = named ? named.unit : senmlSymbol(decoded.units?.[slot] ?? '');
      return {
        key: decoded.keys[slot]!,
        channel: trace.channel,
        path: trace.channel === null ? null : trace.path,
        raw: trace.raw,
        ...(type ? displayed(value, type) : { value, unit: unit || null, decimals: null }),
        ts: formatInstant(decoded.ts[i]!),
        out_of_range: type !== undefined && isOutside(value, type),
      };
    }),
  };
}

/** Key and moment of each reading with its value. */
export function byMoment(decoded: Decoded): Map<string, ReadingValue> {
  return new Map(decoded.slot.map((slot, i) => [`${decoded.ts[i]} ${decoded.keys[slot]}`, decoded.value[i]!]));
}

interface StoredMessage {
  id: string;
  datalogger_id: string;
  received_at: number;
  body: Uint8Array;
  body_encoding: Parameters<typeof unpacked>[1];
  decoder: string | null;
}

/** A turn for whoever else waits. */
const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Each message as it was read when it came, and as another decoder reads it. */
export async function* readBoth(ctx: Ctx, messages: readonly StoredMessage[], decoder: Pick<TypeDecoder, 'of'>) {
  for (const message of messages) {
    await breathe();
    const body = await unpacked(message.body, message.body_encoding);
    const before = (await storedDecoder(ctx.db, ctx.organization.id, message.decoder))(body, message.received_at);
    const after = decoder.of(doorIn(message.decoder))(body, message.received_at);
    yield { message, before, after };
  }
}

/**
 * What a spec would make of the newest stored messages of the loggers of a type that the actor may read.
 * @throws AppError not_found, validation_failed
 */
export async function tryStoredMessages(ctx: Ctx, id: string, { spec }: BodyOf<typeof trialEndpoint>): Promise<Trial> {
  const { decoder, types } = await prepared(ctx, spec);
  const { loggers, messages } = await ctx.db.read(ctx.organization.id, async (db) => {
    const repo = loggerTypesRepo({ db, organization_id: ctx.organization.id });
    await foundType(ctx, db, id);
    const loggers = (await repo.loggersOf(id, workspacesWith(ctx, 'dlog:read'))).slice(0, TRIAL_MESSAGES);
    const most = Math.ceil(TRIAL_MESSAGES / Math.max(1, loggers.length));
    const messages: StoredMessage[] = [];
    for (const logger of loggers) messages.push(...(await repo.messages(logger, { most, bytes: TRIED_BYTES })));
    messages.sort((a, b) => a.received_at - b.received_at);
    return { loggers, messages: messages.slice(-TRIAL_MESSAGES) };
  });
  const trial: Trial = {
    loggers: loggers.length,
    messages: messages.length,
    readings: 0,
    errors: 0,
    warnings: 0,
    out_of_range: 0,
    new: 0,
    changed: 0,
    gone: 0,
    unchanged: 0,
    results: [],
  };
  for await (const { message, before, after } of readBoth(ctx, messages, decoder)) {
    const errors = after.errors.length + (after.failure ? 1 : 0);
    const warnings = after.warnings?.length ?? 0;
    trial.readings += after.slot.length;
    trial.errors += errors;
    trial.warnings += warnings;
    for (let i = 0; i < after.slot.length; i++) {
      const type = types.get(after.named?.[after.slot[i]!]?.sensorTypeId ?? '');
      if (type && isOutside(after.value[i]!, type)) trial.out_of_range++;
    }
    const was = byMoment(before);
    for (const [moment, value] of byMoment(after)) {
      const old = was.get(moment);
      if (old === undefined) trial.new++;
      else if (old === value) trial.unchanged++;
      else trial.changed++;
      was.delete(moment);
    }
    trial.gone += was.size;
    trial.results.push({
      id: message.id,
      received_at: formatInstant(message.received_at),
      datalogger_id: message.datalogger_id,
      readings: after.slot.length,
      errors,
      warnings,
    });
  }
  return trial;
}
