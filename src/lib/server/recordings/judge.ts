import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Deps, Job } from '../kernel/context.ts';
import { evaluate } from './evaluate.ts';
import { recordingsRepo } from './recordings.repo.ts';

const MINUTE_MS = 60_000;
/** Recordings of an organisation that one run goes through. */
const AT_ONCE = 20;

/**
 * Judges recordings that run or are over, for their list; of signed ones it sees whether their data changed, which makes the next revision, to be
 * signed by somebody. Where the data are again what was signed, that revision is gone.
 */
export const judgeRecordings: Job = {
  name: 'recordings.judge',
  everyMs: MINUTE_MS,
  async run(deps) {
    const organizations = await deps.db.read({ directory: true }, (db) =>
      db.selectFrom('organizations').select(['id', 'no']).orderBy('no').execute(),
    );
    for (const organization of organizations) {
      const ids = await deps.db.read(organization.id, (db) =>
        recordingsRepo({ db, organization_id: organization.id }, deps.clock.now()).due(AT_ONCE),
      );
      for (const id of ids) {
        if (deps.stopping?.()) return;
        try {
          await judge(deps, organization, id);
        } catch (error) {
          deps.log.error({ organization_id: organization.id, recording_id: id, err: error }, 'recording not judged');
        }
        await nextTurn();
      }
    }
  },
};

async function judge(deps: Deps, organization: { id: string; no: number }, id: string): Promise<void> {
  const now = deps.clock.now();
  const repoOf = (db: Parameters<Parameters<Deps['db']['write']>[1]>[0]) => recordingsRepo({ db, organization_id: organization.id }, now);
  const seen = await deps.db.long(
    organization.id,
    async (db) => {
      const repo = repoOf(db);
      const row = await repo.find(id);
      if (!row || row.from_ts === null) return null;
      const signed = (await repo.revisions(id)).find(({ signed_at }) => signed_at !== null) ?? null;
      const found = await evaluate({ ...deps, organization }, db, {
        row,
        channels: await repo.channels(id),
        signed: signed && { hash: signed.hash, version: signed.hash_version },
      });
      return { row, signed, found };
    },
    { signal: undefined, spent: () => undefined },
  );
  if (!seen) return;
  const { row, signed, found } = seen;
  const { evaluation, evidence } = found;
  const isOther = await deps.db.write(organization.id, async (db) => {
    const repo = repoOf(db);
    const current = await repo.find(id);
    // Somebody changed it meanwhile: the next run judges what it is now.
    if (!current || current.rev !== row.rev) return false;
    if (signed === null || evaluation.hash === null) {
      await repo.setFound(id, { verdict: evaluation.verdict, judged_at: now });
      return current.verdict !== evaluation.verdict;
    }
    const revision = signed.revision + 1;
    if (!evaluation.changed) {
      await repo.removeRevision(id, revision);
      await repo.setFound(id, { verdict: signed.verdict, judged_at: now, revision: signed.revision, changed: 0 });
      return current.changed === 1;
    }
    const newest = (await repo.revisions(id))[0];
    if (newest?.hash !== evaluation.hash)
      await repo.putRevision({
        recording_id: id,
        revision,
        hash: evaluation.hash,
        verdict: evaluation.verdict,
        evidence: JSON.stringify(evidence),
        made_at: now,
        signed_at: null,
        signed_by: null,
        statement: null,
        hash_version: found.version,
      });
    await repo.setFound(id, { verdict: evaluation.verdict, judged_at: now, revision, changed: 1 });
    return newest?.hash !== evaluation.hash;
  });
  if (isOther) deps.bus.publish(organization.id, { name: 'changed', data: { entity: 'recordings', id, workspace_id: row.workspace_id } });
}
