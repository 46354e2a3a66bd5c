import type * as z from 'zod/mini';

/**
 * A quick answer to "would parsing change nothing?", for answers on their way out: parsing a list copies every row, looking doesn't. The
 * look is one function written out for its schema, half the cost of walking the schema for each value.
 */

type Test = (value: unknown) => boolean;
/** The parts of zod's own definition that are read here. */
interface Definition {
  type: string;
  shape?: Record<string, z.core.$ZodType>;
  catchall?: unknown;
  element?: z.core.$ZodType;
  items?: z.core.$ZodType[];
  rest?: unknown;
  innerType?: z.core.$ZodType;
  options?: z.core.$ZodType[];
  entries?: Record<string, unknown>;
  values?: unknown[];
  keyType?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
  checks?: { _zod: { def: Check } }[];
}
interface Check {
  check: string;
  format?: string;
  pattern?: RegExp;
  value?: unknown;
  inclusive?: boolean;
  minimum?: number;
  maximum?: number;
  tx?: (value: unknown) => unknown;
}

/** An object as JSON makes them. */
const isPlain = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null);

/**
 * True only for values that the schema's parser would return as they are: right types and nothing undeclared. False means "ask the
 * parser". Null when the schema has a part that this doesn't know.
 */
export function conformsTo(schema: z.core.$ZodType): Test | null {
  const writer = new Writer();
  const test = writer.test(schema, 'value');
  return test === null ? null : writer.made(test);
}

/** Writes the function: `test` gives the condition for an expression, as an operand; helpers and constants are kept beside it. */
class Writer {
  readonly #constants: unknown[] = [];
  readonly #helpers: string[] = [];

  made(condition: string): Test {
    const source = `${this.#helpers.join('\n')}\nreturn (value) => ${condition};`;
    return new Function('k', source)(this.#constants) as Test;
  }

  test(schema: z.core.$ZodType | undefined, value: string): string | null {
    if (!schema) return null;
    const def = schema._zod.def as unknown as Definition;
    const plain = this.#plain(def, value);
    if (plain === null) return null;
    const checks = (def.checks ?? []).map(({ _zod }) => this.#check(_zod.def, value));
    if (checks.includes(null)) return null;
    return checks.length === 0 ? plain : `(${[plain, ...checks].join(' && ')})`;
  }

  /** The condition of a schema without its checks. */
  #plain(def: Definition, value: string): string | null {
    switch (def.type) {
      case 'string':
        return `(typeof ${value} === 'string')`;
      case 'number':
        return `Number.isFinite(${value})`;
      case 'boolean':
        return `(typeof ${value} === 'boolean')`;
      case 'unknown':
        return 'true';
      case 'enum':
        return this.#among(Object.values(def.entries ?? {}), value);
      case 'literal':
        return this.#among(def.values ?? [], value);
      case 'nullable':
        return this.#unless('null', def.innerType, value);
      case 'optional':
        return this.#unless('undefined', def.innerType, value);
      case 'array':
        return this.#array(def, value);
      case 'tuple':
        return this.#tuple(def, value);
      case 'union':
        return this.#union(def, value);
      case 'object':
        return this.#object(def, value);
      case 'record':
        return this.#record(def, value);
      default:
        return null;
    }
  }

  #constant(value: unknown): string {
    return `k[${this.#constants.push(value) - 1}]`;
  }

  /** A function of one value with this body; gives its name. */
  #helper(body: string): string {
    const name = `f${this.#helpers.length}`;
    this.#helpers.push(`function ${name}(v) { ${body} }`);
    return name;
  }

  #among(values: unknown[], value: string): string {
    return `${this.#constant(new Set(values))}.has(${value})`;
  }

  #unless(pass: 'null' | 'undefined', inner: z.core.$ZodType | undefined, value: string): string | null {
    const test = this.test(inner, value);
    return test === null ? null : `(${value} === ${pass} || ${test})`;
  }

  /** The condition of one check for a value of the right type; null for one that isn't known here. */
  #check({ check, format, pattern, value: bound, inclusive, minimum, maximum, tx }: Check, value: string): string | null {
    switch (check) {
      case 'string_format':
        if (format !== 'regex' || !pattern || pattern.global || pattern.sticky) return null;
        return `${this.#constant(pattern)}.test(${value})`;
      case 'min_length':
        return `${value}.length >= ${Number(minimum)}`;
      case 'max_length':
        return `${value}.length <= ${Number(maximum)}`;
      case 'number_format':
        return format === 'safeint' ? `Number.isSafeInteger(${value})` : null;
      case 'greater_than':
        return typeof bound === 'number' ? `${value} ${inclusive ? '>=' : '>'} ${bound}` : null;
      case 'less_than':
        return typeof bound === 'number' ? `${value} ${inclusive ? '<=' : '<'} ${bound}` : null;
      case 'overwrite':
        return tx ? `${this.#constant(tx)}(${value}) === ${value}` : null;
      default:
        return null;
    }
  }

  #record({ keyType, valueType }: Definition, value: string): string | null {
    if (keyType?._zod.def.type !== 'string') return null;
    const plain = `${this.#constant(isPlain)}(${value})`;
    const anyKey = !(keyType._zod.def as unknown as Definition).checks?.length;
    if (anyKey) return valueType?._zod.def.type === 'unknown' ? plain : null;
    const [key, inner] = [this.test(keyType, 'name'), this.test(valueType, 'v[name]')];
    if (key === null || inner === null) return null;
    return `(${plain} && ${this.#helper(`for (const name in v) if (!${key} || !${inner}) return false; return true;`)}(${value}))`;
  }

  #array({ element }: Definition, value: string): string | null {
    const test = this.test(element, 'v[i]');
    if (test === null) return null;
    return `${this.#helper(`if (!Array.isArray(v)) return false; for (let i = 0; i < v.length; i++) if (!${test}) return false; return true;`)}(${value})`;
  }

  #tuple({ items = [], rest }: Definition, value: string): string | null {
    const tests = items.map((item, at) => this.test(item, `v[${at}]`));
    if (rest || tests.includes(null)) return null;
    return `${this.#helper(`return Array.isArray(v) && v.length === ${items.length} && ${tests.join(' && ')};`)}(${value})`;
  }

  #union({ options = [] }: Definition, value: string): string | null {
    const tests = options.map((option) => this.test(option, value));
    return tests.includes(null) ? null : `(${tests.join(' || ')})`;
  }

  #object({ shape = {}, catchall }: Definition, value: string): string | null {
    if (catchall) return null;
    const fields = Object.entries(shape).map(([name, schema]) => [JSON.stringify(name), schema] as const);
    const tests = fields.map(([name, schema]) => this.test(schema, `v[${name}]`));
    if (tests.includes(null)) return null;
    const wrong = tests.map((test) => `!${test}`).join(' || ');
    // Everything declared is right; anything beside it is for the parser to drop.
    const known = fields.map(([name]) => `case ${name}:`).join(' ');
    return `${this.#helper(
      `if (typeof v !== 'object' || v === null || Array.isArray(v)${wrong && ` || ${wrong}`}) return false;
       for (const name in v) switch (name) { ${known} continue; default: return false; }
       return true;`,
    )}(${value})`;
  }
}
