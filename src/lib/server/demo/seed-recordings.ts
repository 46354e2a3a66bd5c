import type { RecordingLimits, RecordingPurpose } from '../../contract/recordings.ts';
import { SCOPES } from '../../contract/scopes.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import type { Ctx, Deps } from '../kernel/context.ts';
import { judgeRecordings } from '../recordings/judge.ts';
import { addNote, approveRecording, createRecording, evaluateRecording } from '../recordings/recordings.service.ts';
import type { DemoWords } from './words.ts';

interface DemoRecording {
  name: string;
  purpose: RecordingPurpose;
  code: string;
  limits: Record<string, Partial<RecordingLimits> | null>;
  /** Hours before now; null = it runs. */
  from: number;
  to: number | null;
  notes?: readonly (readonly [hoursAgo: number, text: string])[];
  signed?: string;
}

/** One that was signed, one with an excursion, one of which too much is missing (its logger sent every ten minutes at first), one that runs. */
export const DEMO_RECORDINGS: readonly DemoRecording[] = [
  {
    name: 'Zchlazení várky 1142',
    purpose: 'qualification',
    code: 'LOG-0006',
    limits: { air: { low: 2, high: 8, allowed_above_s: 1_800, kinetic_high: 8 }, core: { low: 2, high: 6 }, door: null },
    from: 20,
    to: 14,
    notes: [[18.5, 'Naskladnění, dveře otevřené']],
    signed: 'Várka uvolněna',
  },
  {
    name: 'Mapování chladírny 1',
    purpose: 'mapping',
    code: 'LOG-0006',
    limits: { air: { low: 2, high: 4.8, allowed_above_s: 900 }, core: { low: 2, high: 6 } },
    from: 12,
    to: 4,
  },
  {
    name: 'Kynutí, noční směna',
    purpose: 'monitoring',
    code: 'LOG-0005',
    limits: { temperature: { low: 30, high: 38 } },
    from: 26,
    to: 22,
  },
  {
    name: 'Mrazírna, zkouška odtávání',
    purpose: 'test',
    code: 'LOG-0008',
    limits: { air: { high: -15 }, core: { high: -18 } },
    from: 5,
    to: null,
  },
];

const HOUR_US = 3_600e6;
const MINUTE_US = 60e6;
const USUAL: RecordingLimits = { low: null, high: null, allowed_above_s: 0, allowed_below_s: 0, coverage: 0.95, kinetic_high: null };

/** Recordings over the history of the plant, in the name of its person. */
export async function seedRecordings(
  deps: Deps,
  { organization, userId, word }: { organization: { id: string; no: number }; userId: string; word: DemoWords },
  channelsOf: (code: string) => ReadonlyMap<string, string>,
): Promise<void> {
  const ctx: Ctx = {
    ...deps,
    actor: { kind: 'user', id: userId, sessionId: '' },
    organization,
    rights: { organization: new Set(SCOPES), workspaces: new Map() },
    allOrgs: false,
    requestId: 'demo',
  };
  const now = Math.floor(deps.clock.now() / MINUTE_US) * MINUTE_US;
  const ago = (hours: number) => formatInstant(now - hours * HOUR_US);
  for (const { name, purpose, code, limits, from, to, notes = [], signed } of DEMO_RECORDINGS) {
    const ids = channelsOf(code);
    const channels = Object.entries(limits).flatMap(([key, own]) => {
      const channel_id = ids.get(key);
      return channel_id === undefined ? [] : [{ channel_id, limits: own && { ...USUAL, ...own } }];
    });
    if (channels.length === 0) continue;
    let row = await createRecording(ctx, { name: word(name), purpose, channels, from: ago(from), to: to === null ? null : ago(to) });
    for (const [hours, text] of notes) row = await addNote(ctx, row.id, { at: ago(hours), text: word(text) });
    if (signed === undefined) continue;
    const { hash } = await evaluateRecording(ctx, row.id);
    if (hash !== null) await approveRecording(ctx, row.id, { rev: row.rev, hash, statement: word(signed) });
  }
  await judgeRecordings.run(deps);
}
