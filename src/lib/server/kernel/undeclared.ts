import * as z from 'zod/mini';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { FieldError } from '../../contract/errors.ts';

/**
 * Fields of an input that its schema doesn't name: zod would drop them, and the sender would believe that he had set them. Schemas of
 * bodies are shared with answers, so the check is made when a request is read, not in the schema.
 */

interface Definition {
  type: string;
  shape?: Record<string, z.core.$ZodType>;
  catchall?: z.core.$ZodType;
  element?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  options?: z.core.$ZodType[];
  valueType?: z.core.$ZodType;
  in?: z.core.$ZodType;
}
type Path = readonly (string | number)[];
const MAX_PATHS = 50;

const definitionOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Definition;
const isObject = (input: unknown): input is Record<string, unknown> => typeof input === 'object' && input !== null && !Array.isArray(input);

function pathsOf(schema: z.core.$ZodType | undefined, input: unknown, path: Path): Path[] {
  if (!schema || typeof input !== 'object' || input === null) return [];
  const def = definitionOf(schema);
  const entries = (value: (key: string) => z.core.$ZodType | undefined) =>
    Object.entries(input).flatMap(([key, inner]) => pathsOf(value(key), inner, [...path, Array.isArray(input) ? Number(key) : key]));
  switch (def.type) {
    case 'object': {
      if (!isObject(input)) return [];
      const shape = def.shape ?? {};
      const named = (key: string) => Object.hasOwn(shape, key);
      const unnamed = def.catchall ? [] : Object.keys(input).filter((key) => !named(key));
      return [...unnamed.map((key) => [...path, key]), ...entries((key) => (named(key) ? shape[key] : undefined))];
    }
    case 'array':
      return Array.isArray(input) ? entries(() => def.element) : [];
    case 'record':
      return isObject(input) ? entries(() => def.valueType) : [];
    case 'union': {
      const fitting = (def.options ?? []).filter((option) => z.safeParse(option, input).success);
      const found = fitting.map((option) => pathsOf(option, input, path));
      return found.reduce((least, one) => (one.length < least.length ? one : least), found[0] ?? []);
    }
    case 'pipe':
      return pathsOf(def.in, input, path);
    default:
      return pathsOf(def.innerType, input, path);
  }
}

/**
 * A field of the row that this change can't touch is `immutable_field`, anything else `unknown_field`.
 * What stands below `z.unknown()` is the endpoint's own to judge.
 */
export function undeclaredFields(
  { method, response }: Pick<Endpoint, 'method' | 'response'>,
  schema: z.core.$ZodType,
  input: unknown,
): FieldError[] {
  const row = method === 'PATCH' || method === 'PUT' ? definitionOf(response).shape : undefined;
  return pathsOf(schema, input, [])
    .slice(0, MAX_PATHS)
    .map((path) => ({
      path: path.join('.'),
      code: path.length === 1 && row && Object.hasOwn(row, String(path[0])) ? 'immutable_field' : 'unknown_field',
    }));
}
