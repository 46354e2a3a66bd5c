import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type ColumnType,
  type DeleteQueryNode,
  IdentifierNode,
  type InsertQueryNode,
  type JoinNode,
  type Kysely,
  type KyselyPlugin,
  type MergeQueryNode,
  OnNode,
  type OperationNode,
  type OperationNodeSource,
  OperationNodeTransformer,
  OperatorNode,
  ParensNode,
  type QueryId,
  RawNode,
  ReferenceNode,
  type RootOperationNode,
  type SelectQueryNode,
  TableNode,
  type Transaction,
  type UpdateQueryNode,
  ValueNode,
  ValuesNode,
  WhereNode,
} from 'kysely';
import type { Db } from './database.ts';
import type { Schema } from './schema.ts';

/**
 * The only door of repos to what belongs to an organisation: every table of a query is confined to it, wherever it stands in the query, so
 * that a query without the organisation can't be written. Global tables have another door, {@link Db}.
 */

/** `organization_id` is filled in: nobody gives it, nobody changes it. */
type Confined<T> = Omit<T, 'organization_id'> & { organization_id: ColumnType<string, undefined, never> };
type ConfinedTables = { [T in keyof Schema as Schema[T] extends { organization_id: string } ? T : never]: Confined<Schema[T]> };
/** Tables that name their organisation by its number: it is filled in the same way. */
const NUMBERED = ['body_groups', 'received_data', 'received_data_senders'] as const;
type NumberedTables = { [T in (typeof NUMBERED)[number]]: Omit<Schema[T], 'org_no'> & { org_no: ColumnType<number, never, never> } };
/** Tables of organisations, the row of the organisation itself, and names of people to be joined. */
export type TenantSchema = ConfinedTables & NumberedTables & Pick<Schema, 'organizations' | 'users'>;
export type TenantTable = Exclude<keyof TenantSchema, 'users'>;
declare const confined: unique symbol;
/** A brand: without it the types would accept a connection that sees every organisation. */
export type TenantDb = (Kysely<TenantSchema> | Transaction<TenantSchema>) & { readonly [confined]: true };

/** What a repo is made with. Nothing can be asked of the connection but through {@link tenantDb}. */
export interface TenantConnection {
  readonly db: Pick<Db, 'isTransaction'>;
  readonly organization_id: string;
}

/** The connection for queries of one organisation. */
export function tenantDb({ db, organization_id }: TenantConnection): TenantDb {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => confining.confine(node, organization_id, queryId),
    transformResult: async ({ result }) => result,
  };
  return (db as unknown as Kysely<TenantSchema>).withPlugin(plugin) as TenantDb;
}

/**
 * Rows of a table of the organisation for a query that is written out: `from ${tenantTable(connection, 'machines as m')}`. Both engines
 * take such a select apart again and plan it like the bare table.
 */
export function tenantTable({ organization_id }: TenantConnection, table: `${TenantTable} as ${string}`): OperationNodeSource {
  const [name = '', alias] = table.split(' as ');
  const key = keyOf(name);
  const node = RawNode.create(
    [`(select * from ${name} where ${key} = `, `) as ${alias}`],
    [key === 'org_no' ? numberOf(organization_id) : ValueNode.create(organization_id)],
  );
  CONFINED.add(node);
  return { toOperationNode: () => node };
}

/** Queries that are confined already: the plugin meets a nested query twice. */
const CONFINED = new WeakSet<object>();

/** By which column a table is confined; null = it belongs to no organisation. What isn't known is taken for a table of organisations. */
function keyOf(table: string): 'id' | 'org_no' | 'organization_id' | null {
  if (table === 'users') return null;
  if (table === 'organizations') return 'id';
  return (NUMBERED as readonly string[]).includes(table) ? 'org_no' : 'organization_id';
}

/** The number of an organisation, for tables that name it so. */
function numberOf(organizationId: string): RawNode {
  const node = RawNode.create(['(select no from organizations where id = ', ')'], [ValueNode.create(organizationId)]);
  CONFINED.add(node);
  return node;
}

/** Global tables that a query which is written out may name; the rest goes through {@link tenantTable}. */
const NAMED_IN_TEXT: ReadonlySet<string> = new Set(['users', 'sessions']);
const TABLE_IN_TEXT = /\b(?:from|join|into|update|using)\s+"?([a-z_]\w*)/gi;
/** A text after which a table comes. */
const BEFORE_TABLE = /\b(?:from|join|into|update|using)\s+$/i;

/** Does a table have to come after that text? */
export const opensTable = (text: string): boolean => BEFORE_TABLE.test(text);

/** `from a, b`: only the first table of such a list would be confined, so it is refused. */
const LIST_IN_TEXT = /\b(?:from|using)\s+"?[a-z_]\w*"?(?:\s+(?:as\s+)?(?!where\b|join\b|left\b|inner\b)[a-z_]\w*)?\s*,/i;

/** What {@link tablePlaces} said of texts, by those texts: they stand in the code, so that there are few of them. Joined ones are made anew for each query. */
const PLACES = new Map<string, readonly number[]>();
const MOST_PLACES = 2_000;

/** Which of a text's parameters stand where a table does. @throws Error when the text itself names a table, or lists tables */
function tablePlaces(texts: readonly string[]): readonly number[] {
  const name = texts.join('\0');
  const known = PLACES.get(name);
  if (known) return known;
  for (const text of texts)
    for (const [, table = ''] of text.matchAll(TABLE_IN_TEXT))
      if (!NAMED_IN_TEXT.has(table)) throw new Error(`"${table}" is named in a text of SQL: use tenantTable()`);
  const places = texts.slice(0, -1).flatMap((text, place) => (BEFORE_TABLE.test(text) ? [place] : []));
  if (texts.some((text) => LIST_IN_TEXT.test(text)) || places.some((place) => /^\s*,/.test(texts[place + 1] ?? '')))
    throw new Error('tables in a text of SQL are joined, not listed');
  if (PLACES.size < MOST_PLACES) PLACES.set(name, places);
  return places;
}

/** Nodes that hold no query: they stay as they are. */
const LEAVES: ReadonlySet<string> = new Set([
  'ColumnNode',
  'IdentifierNode',
  'OperatorNode',
  'PrimitiveValueListNode',
  'ReferenceNode',
  'SchemableIdentifierNode',
  'SelectAllNode',
  'TableNode',
  'ValueNode',
]);

/** Nothing in it is to be confined any more. */
const isSettled = (node: OperationNode): boolean => LEAVES.has(node.kind) || CONFINED.has(node);

interface Table {
  name: string;
  alias: string;
}

/** The table that stands in a place of tables; null for a query, which is confined by itself. */
function tableOf(node: OperationNode): Table | null {
  if (TableNode.is(node)) {
    const { name } = node.table.identifier;
    return { name, alias: name };
  }
  if (!AliasNode.is(node)) throw new Error(`a ${node.kind} can't stand where a table does`);
  if (TableNode.is(node.node) && IdentifierNode.is(node.alias)) return { name: node.node.table.identifier.name, alias: node.alias.name };
  if (node.node.kind === 'SelectQueryNode') return null;
  throw new Error('a table of an organisation is named by the builder, or by tenantTable()');
}

/** A query in parentheses, or what is confined already. */
const isQuery = (node: OperationNode): boolean =>
  CONFINED.has(node) || node.kind === 'SelectQueryNode' || (RawNode.is(node) && (node.sqlFragments[0] ?? '').startsWith('('));

/** Both conditions; the second one in parentheses, since it may be a text with an `or` in it. */
const both = (confined: OperationNode, more: OperationNode) =>
  AndNode.create(confined, ParensNode.is(more) ? more : ParensNode.create(more));
const columnOf = (alias: string, column: string) => ReferenceNode.create(ColumnNode.create(column), TableNode.create(alias));
const equals = (left: OperationNode, right: OperationNode) => BinaryOperationNode.create(left, OperatorNode.create('='), right);

class Confining extends OperationNodeTransformer {
  #organizationId = '';

  confine(node: RootOperationNode, organizationId: string, queryId: QueryId): RootOperationNode {
    this.#organizationId = organizationId;
    try {
      return this.transformNode(node, queryId);
    } finally {
      this.nodeStack.length = 0;
    }
  }

  protected override transformNodeImpl<T extends OperationNode>(node: T, queryId?: QueryId): T {
    return isSettled(node) ? node : super.transformNodeImpl(node, queryId);
  }

  protected override transformSelectQuery(node: SelectQueryNode, queryId?: QueryId): SelectQueryNode {
    const { joins, where, ...rest } = super.transformSelectQuery(node, queryId);
    return this.#mark({ ...rest, ...this.#bound(rest.from?.froms ?? [], joins, where) });
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, queryId?: QueryId): UpdateQueryNode {
    const { joins, where, ...rest } = super.transformUpdateQuery(node, queryId);
    for (const { column } of rest.updates ?? [])
      if (ColumnNode.is(column) && ['organization_id', 'org_no'].includes(column.column.name))
        throw new Error('no row changes its organisation');
    const tables = [...(rest.table ? [rest.table] : []), ...(rest.from?.froms ?? [])];
    return this.#mark({ ...rest, ...this.#bound(tables, joins, where) });
  }

  protected override transformDeleteQuery(node: DeleteQueryNode, queryId?: QueryId): DeleteQueryNode {
    const { joins, where, ...rest } = super.transformDeleteQuery(node, queryId);
    return this.#mark({ ...rest, ...this.#bound([...rest.from.froms, ...(rest.using?.tables ?? [])], joins, where) });
  }

  protected override transformInsertQuery(node: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    const { columns = [], values, ...rest } = super.transformInsertQuery(node, queryId);
    const table = rest.into?.table.identifier.name;
    if (table === undefined || keyOf(table) !== 'organization_id') throw new Error(`${table} gets its rows elsewhere`);
    if (values === undefined || !ValuesNode.is(values)) throw new Error('rows of an organisation are inserted by their values');
    const place = columns.findIndex(({ column }) => column.name === 'organization_id');
    const at = place < 0 ? columns.length : place;
    const put = <V>(list: readonly V[], value: V) => [...list.slice(0, at), value, ...list.slice(at + 1)];
    return this.#mark({
      ...rest,
      columns: put(columns, ColumnNode.create('organization_id')),
      values: ValuesNode.create(
        values.values.map((row) =>
          row.kind === 'PrimitiveValueListNode'
            ? { ...row, values: put(row.values, this.#organizationId) }
            : { ...row, values: put(row.values, ValueNode.create(this.#organizationId)) },
        ),
      ),
    });
  }

  protected override transformMergeQuery(_: MergeQueryNode): MergeQueryNode {
    throw new Error('merge knows no organisation');
  }

  protected override transformRaw(node: RawNode, queryId?: QueryId): RawNode {
    for (const place of tablePlaces(node.sqlFragments))
      if (!isQuery(node.parameters[place] as OperationNode)) throw new Error('a table is given to a text of SQL: use tenantTable()');
    return node.parameters.every(isSettled) ? node : super.transformRaw(node, queryId);
  }

  /** The organisation for the tables of one query: the first one gets it, those that are joined are compared with that. */
  #bound(tables: readonly OperationNode[], joins: readonly JoinNode[] | undefined, where: WhereNode | undefined) {
    let anchor: ReferenceNode | undefined;
    let bound = where;
    for (const node of tables) {
      const table = tableOf(node);
      const key = table && keyOf(table.name);
      if (!table || key === null) continue;
      const column = columnOf(table.alias, key);
      if (key !== 'org_no') anchor ??= column;
      const condition = equals(column, key === 'org_no' ? numberOf(this.#organizationId) : ValueNode.create(this.#organizationId));
      bound = WhereNode.create(bound ? both(condition, bound.where) : condition);
    }
    const joined = joins?.map((join) => {
      const table = tableOf(join.table);
      const key = table && keyOf(table.name);
      if (!table || key === null) return join;
      if (join.on === undefined || (join.joinType !== 'InnerJoin' && join.joinType !== 'LeftJoin'))
        throw new Error(`a ${join.joinType} can't be confined to an organisation`);
      const organization = key === 'org_no' ? numberOf(this.#organizationId) : (anchor ?? ValueNode.create(this.#organizationId));
      const condition = equals(columnOf(table.alias, key), organization);
      return { ...join, on: OnNode.create(both(condition, join.on.on)) };
    });
    return { ...(joined ? { joins: joined } : {}), ...(bound ? { where: bound } : {}) };
  }

  #mark<T extends object>(query: T): T {
    CONFINED.add(query);
    return query;
  }
}
const confining = new Confining();
