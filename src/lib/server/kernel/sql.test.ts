import {
  DummyDriver,
  Kysely,
  sql as kyselySql,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Schema } from './schema.ts';
import { sql } from './sql.ts';

const db = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

type Sql = Pick<typeof sql, 'join' | 'lit' | 'raw' | 'ref'> & (<T>(texts: TemplateStringsArray, ...values: unknown[]) => RawBuilder<T>);

/** Every way in which parts are put together, by either of the two. */
function queryOf(with_: Sql) {
  const condition = with_`${with_.ref('m.name')} like ${'%a%'} escape '\\' and ${with_.ref('state')} = ${with_.lit("it's")}`;
  const empty = with_``;
  const list = with_.join([1, with_.lit(2), with_`${3} + ${with_`${4}`}`, null]);
  const either = with_.join([condition, with_`m.id = ${'id'}`, condition], with_` or `);
  const inside = db.selectFrom('machines as k').select('k.id').where('k.name', '=', 'inside');
  return with_`select ${with_.raw('m.*')}, ${list}${empty}, ${with_.lit(-1)}, ${with_.lit(null)}, ${with_.lit(true)}
    from ${with_`(select * from ${with_`(${inside})`} as x)`} as m where (${either}) and m.id in (${with_.join(['a', 'b'])}) limit ${5}`;
}

describe('a query that is written out of parts', () => {
  it('is the one that kysely makes of them, with the same values', () => {
    const [ours, theirs] = [sql as Sql, kyselySql as unknown as Sql].map((one) => queryOf(one).compile(db));
    expect(ours!.sql).toBe(theirs!.sql);
    expect(ours!.parameters).toEqual(theirs!.parameters);
    expect(ours!.parameters).toHaveLength(11);
  });

  it('is a part of a query of the builder too', () => {
    const query = (with_: Sql) =>
      db
        .selectFrom('machines as m')
        .select(with_<number>`1 + ${1}`.as('two'))
        .where(with_<boolean>`m.id = ${'id'}`)
        .orderBy(with_`m.name desc`);
    expect(query(sql as Sql).compile().sql).toBe(query(kyselySql as unknown as Sql).compile().sql);
  });

  it('names a column that is no plain name as kysely does', () => {
    expect(sql.ref('public.machines.name').compile(db).sql).toBe(kyselySql.ref('public.machines.name').compile(db).sql);
  });

  it('has one text around its values', () => {
    const node = sql`a ${sql`b ${1} ${sql`c ${sql.lit(2)}`}`} d`.toOperationNode();
    expect(node).toMatchObject({ sqlFragments: ['a b ', ' c 2 d'], parameters: [{ value: 1 }] });
  });
});
