import { type Kysely, sql } from 'kysely';

const LONGEST_US = 365 * 86_400_000_000;

/** Every service's key ends: one without an end, or with a far one, has a year from now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const end = Date.now() * 1000 + LONGEST_US;
  await sql`update api_keys set expires_at = ${end} where expires_at is null or expires_at > ${end}`.execute(db);
}
