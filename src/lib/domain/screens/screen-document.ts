import type { Activity } from '../../contract/activities.ts';
import { type Screen, type ScreenDocument, screenDocument } from '../../contract/screens.ts';
import { folded } from '../text/folded.ts';
import { activitiesOf, draftProblems } from './screen-rules.ts';

/** A screen as a file: written for whoever wants it elsewhere, and read with suspicion. */

/** Why a file is no screen: no JSON at all, something else, of a newer Taktlog, or damaged at `path`. */
export type DocumentFault = { code: 'not_json' } | { code: 'not_screen' } | { code: 'newer' } | { code: 'damaged'; path: string };

/** The largest file that can be a screen, bytes. */
export const DOCUMENT_MAX = 1_000_000;

/** The draft of a screen with the activities that it shows. */
export function documentOf(
  { name, method, draft }: Pick<Screen, 'name' | 'method' | 'draft'>,
  activities: readonly Activity[],
): ScreenDocument {
  const byId = new Map(activities.map((one) => [one.id, one]));
  const faces = activitiesOf(draft).flatMap((id) => {
    const found = byId.get(id);
    if (!found) return [];
    const { short, icon, color, kind, loss, element, ends_cycle } = found;
    return [{ id, name: found.name, short, icon, color, kind, loss, element, ends_cycle }];
  });
  return { taktlog: 'screen', format: 1, name, method, definition: draft, activities: faces };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

export function readDocument(text: string): { document: ScreenDocument } | { fault: DocumentFault } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return { fault: { code: 'not_json' } };
  }
  if (!isObject(parsed) || parsed.taktlog !== 'screen') return { fault: { code: 'not_screen' } };
  if (typeof parsed.format === 'number' && parsed.format > 1) return { fault: { code: 'newer' } };
  const read = screenDocument.safeParse(parsed);
  if (!read.success) return { fault: { code: 'damaged', path: read.error.issues[0]?.path.join('.') ?? '' } };
  const { activities, definition } = read.data;
  const kinds = new Map(activities.map(({ id, kind }) => [id, { kind, archived: false }]));
  const [problem] = draftProblems(definition, kinds, 'definition');
  return problem ? { fault: { code: 'damaged', path: problem.path } } : { document: read.data };
}

/** `balici-linka-2.json` */
export function fileNameOf(name: string): string {
  const plain = folded(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${plain || 'screen'}.json`;
}
