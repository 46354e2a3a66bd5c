import type { TypeSpec } from '../../../contract/logger-types.ts';
import type { Database } from '../../kernel/database.ts';
import { type Decode, decoderOf } from '../decoders.ts';
import type { SensorFacts } from './convert.ts';
import { type TypeDecoder, typeDecoder } from './type-decoder.ts';
import { typeVersionsRepo } from './versions.repo.ts';

/** A published version of a logger type. */
export interface TypeVersion {
  typeId: string;
  version: number;
}

/** The name under which a message keeps its decoder: the version of its logger's type, and what the door reads by itself. */
export const typeDecoderName = ({ typeId, version }: TypeVersion, door: string): string => `type@${typeId}.${version}/${door}`;

const NAME = /^type@([0-9a-f-]{36})\.(\d{1,7})\/(.+)$/;

/** Compiled versions of all organisations, the newest used last. A version never changes, so nothing in here gets old. */
const compiled = new Map<string, Promise<TypeDecoder | null>>();
const MOST_COMPILED = 2_000;

/** What a published version reads by, compiled once a process; null where the organisation has no such version. */
export function publishedDecoder(db: Database, organization_id: string, { typeId, version }: TypeVersion): Promise<TypeDecoder | null> {
  const key = `${organization_id} ${typeId}.${version}`;
  let decoder = compiled.get(key);
  if (decoder) compiled.delete(key);
  else
    decoder = load(db, organization_id, { typeId, version }).catch((error: unknown) => {
      compiled.delete(key);
      throw error;
    });
  compiled.set(key, decoder);
  if (compiled.size > MOST_COMPILED) compiled.delete(compiled.keys().next().value as string);
  return decoder;
}

async function load(db: Database, organization_id: string, { typeId, version }: TypeVersion): Promise<TypeDecoder | null> {
  const row = await db.read(organization_id, (reader) => typeVersionsRepo({ db: reader, organization_id }).find(typeId, version));
  if (!row) return null;
  return typeDecoder(JSON.parse(row.spec) as TypeSpec, storedSensors(row.sensors));
}

/** Quantity and kind of the sensor types that a version was published with. */
export const storedSensors = (text: string): ReadonlyMap<string, SensorFacts> =>
  new Map(Object.entries(JSON.parse(text) as Record<string, SensorFacts>));

/**
 * The decoder of a stored message, also one of a logger type of its organisation. Not to be called inside a read: it reads itself.
 * @throws Error for a name that is none, or of another organisation's version
 */
export async function storedDecoder(db: Database, organization_id: string, name: string | null): Promise<Decode> {
  const [, typeId, version, door] = NAME.exec(name ?? '') ?? [];
  if (typeId === undefined || version === undefined || door === undefined) return decoderOf(name);
  const decoder = await publishedDecoder(db, organization_id, { typeId, version: Number(version) });
  if (!decoder) throw new Error(`there is no decoder ${name} in its organisation`);
  return decoder.of(door);
}

/** What the door of a message reads by itself, whether or not a logger type read it. */
export const doorIn = (name: string | null): string => NAME.exec(name ?? '')?.[3] ?? name ?? 'json@1';
