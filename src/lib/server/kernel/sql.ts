import {
  createQueryId,
  createRawBuilder,
  isOperationNodeSource,
  sql as kyselySql,
  type OperationNode,
  type RawBuilder,
  type RawNode,
  ValueNode,
} from 'kysely';
import { opensTable } from './tenant-db.ts';

/**
 * Kysely's `sql` for queries that are written out of many parts: a part becomes one text with that into which it is put, where kysely keeps a tree of
 * parts that it walks twice whenever the query is run. The text of the query, its values and their order are the same.
 */

/** A node that was made here. Any other, as that of an organisation's table, is left to kysely. */
interface WrittenNode extends RawNode {
  readonly isWritten: true;
}
const isWritten = (node: OperationNode): node is WrittenNode => 'isWritten' in node;

class Parts {
  readonly #texts = [''];
  readonly #nodes: OperationNode[] = [];
  /** The last bit of text that isn't blank. */
  #last = '';

  text(more: string): this {
    this.#texts[this.#texts.length - 1] += more;
    if (/\S/.test(more)) this.#last = more;
    return this;
  }

  value(value: unknown): this {
    const node = isOperationNodeSource(value) ? value.toOperationNode() : ValueNode.create(value);
    // What stands for a table stays a node of its own, as `tenantDb()` looks at it.
    if (!isWritten(node) || opensTable(this.#last)) return this.#node(node);
    const { sqlFragments, parameters } = node;
    this.text(sqlFragments[0] ?? '');
    for (const [at, parameter] of parameters.entries()) this.#node(parameter).text(sqlFragments[at + 1] ?? '');
    return this;
  }

  #node(node: OperationNode): this {
    this.#nodes.push(node);
    this.#texts.push('');
    this.#last = '';
    return this;
  }

  built<T>(): RawBuilder<T> {
    const rawNode: WrittenNode = { kind: 'RawNode', sqlFragments: this.#texts, parameters: this.#nodes, isWritten: true };
    return createRawBuilder<T>({ queryId: createQueryId(), rawNode });
  }
}

function written<T = unknown>(texts: TemplateStringsArray, ...values: unknown[]): RawBuilder<T> {
  const parts = new Parts().text(texts[0] ?? '');
  for (const [at, value] of values.entries()) parts.value(value).text(texts[at + 1] ?? '');
  return parts.built();
}

/** A column, with its table or without. */
const PLAIN_NAME = /^\w+(?:\.\w+)?$/;

export const sql = Object.assign(written, {
  ref<T = unknown>(column: string): RawBuilder<T> {
    if (!PLAIN_NAME.test(column)) return kyselySql.ref<T>(column);
    return new Parts().text(`"${column.replace('.', '"."')}"`).built();
  },
  lit<T extends string | number | boolean | null>(value: T): RawBuilder<T> {
    return new Parts().text(typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)).built();
  },
  raw<T = unknown>(text: string): RawBuilder<T> {
    return new Parts().text(text).built();
  },
  join<T = unknown>(values: readonly unknown[], separator: RawBuilder<unknown> = COMMA): RawBuilder<T> {
    const parts = new Parts();
    for (const [at, value] of values.entries()) {
      if (at > 0) parts.value(separator);
      parts.value(value);
    }
    return parts.built();
  },
});

const COMMA = written`, `;
