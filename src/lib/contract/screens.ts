import * as z from 'zod/mini';
import { activityFace } from './activities.ts';
import { id, instant, listOf, listQuery, name, rev } from './common.ts';
import { endpoint } from './endpoint.ts';
import { MAX_REFERENCE, REFERENCE_FIELDS } from './tap-kinds.ts';

/** A snapshot covers a whole shift; a study times the elements of a repeated cycle. */
export const METHODS = ['snapshot', 'study'] as const;
export type Method = (typeof METHODS)[number];

export const LANE_KINDS = ['worker', 'machine'] as const;
export const BUTTON_KINDS = ['activity', 'plus', 'minus', 'rating', 'note', 'undo', 'redo', 'pause', 'stop', 'cycle'] as const;
export type ButtonKind = (typeof BUTTON_KINDS)[number];

const oneLine = (max: number) => z.string().check(z.trim(), z.maxLength(max), z.regex(/^[^\p{Cc}]*$/u));
const laneId = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/));
const cell = (min: number, max: number) => z.number().check(z.int(), z.gte(min), z.lte(max));

/** What runs beside the others: in each lane exactly one state at a time. */
export const lane = z.object({ id: laneId, name: oneLine(60), kind: z.enum(LANE_KINDS) });
export type Lane = z.infer<typeof lane>;

/** Pages of buttons of a panel; most letters of a name, which has to fit on a tab of a phone. */
export const LEAST_PAGES = 2;
export const MAX_PAGES = 6;
export const MAX_PAGE_NAME = 24;

/** Buttons that are in sight together; one without a name is called by its place. */
export const page = z.object({ id: laneId, name: oneLine(MAX_PAGE_NAME) });
export type Page = z.infer<typeof page>;

export const button = z.object({
  id: laneId,
  kind: z.enum(BUTTON_KINDS),
  /** Of `activity`, `plus` and `minus`. */
  activity_id: z.nullable(id),
  /** Of states, pauses and cycles; null = the first lane. */
  lane: z.nullable(laneId),
  /** An interruption: a second tap goes back to the state before. */
  interrupts: z.boolean(),
  /** Of states: it lasts while the button is held, then the state before goes on; absent = a tap begins it. */
  hold: z.optional(z.boolean()),
  /** Instead of the activity's name. */
  label: z.nullable(oneLine(60)),
  /** A key of the keyboard, as `KeyboardEvent.key` names it. */
  hotkey: z.nullable(z.string().check(z.maxLength(20), z.regex(/^[^\p{Cc}\s]+$/u))),
  /** Of a panel with pages; absent = on the first one. */
  page: z.optional(laneId),
  /** Cells of the grid of its page, from the upper left one. */
  x: cell(0, 11),
  y: cell(0, 39),
  w: cell(1, 12),
  h: cell(1, 12),
});
export type Button = z.infer<typeof button>;

/** Most phrases of a panel, and letters of one. */
export const MAX_PHRASES = 20;
export const MAX_PHRASE = 80;

/** Most values of a reference that a panel offers. */
export const MAX_REFERENCE_VALUES = 20;

/** What whoever measures is asked for: an order, a product or a batch, and values that are offered for it. */
export const reference = z.object({
  field: z.enum(REFERENCE_FIELDS),
  values: z.array(oneLine(MAX_REFERENCE).check(z.minLength(1))).check(z.maxLength(MAX_REFERENCE_VALUES)),
});
export type Reference = z.infer<typeof reference>;

export const definition = z.object({
  columns: cell(1, 12),
  /** The hand that holds the tablet: the other one's thumb taps. */
  hand: z.enum(['left', 'right']),
  lanes: z.array(lane).check(z.minLength(1), z.maxLength(8)),
  /** In the order of their tabs; absent = all buttons are in one grid. */
  pages: z.optional(z.array(page).check(z.minLength(LEAST_PAGES), z.maxLength(MAX_PAGES))),
  buttons: z.array(button).check(z.maxLength(120)),
  /** Performance ratings that are offered, per cent. */
  ratings: z.array(cell(10, 300)).check(z.maxLength(15)),
  /** What notes often say: a tap puts it into one. Absent = none. */
  phrases: z.optional(z.array(oneLine(MAX_PHRASE).check(z.minLength(1))).check(z.maxLength(MAX_PHRASES))),
  /** Each field at most once. Absent = none is asked for. */
  references: z.optional(z.array(reference).check(z.maxLength(REFERENCE_FIELDS.length))),
});
export type Definition = z.infer<typeof definition>;

export const screen = z.object({
  id,
  workspace_id: id,
  name: z.string(),
  method: z.enum(METHODS),
  machine_id: z.nullable(id),
  machine_name: z.nullable(z.string()),
  /** What the editor shows; captured is only what was published. */
  draft: definition,
  /** Number of the newest published version; null = none yet. */
  version: z.nullable(z.number()),
  published_at: z.nullable(instant),
  /** The draft differs from the newest version, in its buttons or in an activity that it shows. */
  has_changes: z.boolean(),
  rev: z.number(),
  created_at: instant,
  updated_at: instant,
  archived_at: z.nullable(instant),
});
export type Screen = z.infer<typeof screen>;

/** A published version: it never changes, and holds its activities as they were. */
export const screenVersion = z.object({
  screen_id: id,
  version: z.number(),
  name: z.string(),
  method: z.enum(METHODS),
  definition,
  activities: z.array(activityFace),
  published_at: instant,
});
export type ScreenVersion = z.infer<typeof screenVersion>;

/** A screen as a file, for another workspace or organisation. Activities are found by their names there, or made. */
export const screenDocument = z.object({
  taktlog: z.literal('screen'),
  format: z.literal(1),
  name,
  method: z.enum(METHODS),
  definition,
  activities: z.array(z.omit(activityFace, { categories: true })).check(z.maxLength(200)),
});
export type ScreenDocument = z.infer<typeof screenDocument>;

export const TEMPLATES = ['operator_snapshot', 'office_snapshot', 'cycle_study', 'setup_study'] as const;
export type Template = (typeof TEMPLATES)[number];

const path = '/v1/orgs/:organization_id/screens';

export const listScreens = endpoint({
  method: 'GET',
  path,
  access: 'user',
  scope: 'tm:read',
  query: z.object({
    ...listQuery,
    workspace_id: z.optional(id),
    method: z.optional(z.enum(METHODS)),
    // 1 = the archived ones too.
    archived: z.optional(z.enum(['0', '1'])),
  }),
  response: listOf(screen),
  summary: 'Screens; sort: name, created_at',
});

export const createScreen = endpoint({
  method: 'POST',
  path,
  access: 'user',
  scope: 'tm:write',
  body: z.object({
    id: z.optional(id),
    workspace_id: id,
    name,
    method: z.optional(z.enum(METHODS)),
    machine_id: z.optional(z.nullable(id)),
    /** At most one of them; none = an empty draft. Activities that are missing in the workspace are made. */
    template: z.optional(z.object({ key: z.enum(TEMPLATES), locale: z.enum(['cs', 'en', 'sk']) })),
    copy_of: z.optional(id),
    document: z.optional(screenDocument),
  }),
  response: screen,
  status: 201,
  summary: 'Create a screen: empty, from a template, from another screen or from a file',
});

export const getScreen = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  access: 'user',
  scope: 'tm:read',
  response: screen,
  summary: 'One screen with its draft',
});

export const updateScreen = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  access: 'user',
  scope: 'tm:write',
  body: z.object({
    rev,
    name: z.optional(name),
    /** Of versions that are published from now on; earlier ones keep theirs. */
    method: z.optional(z.enum(METHODS)),
    machine_id: z.optional(z.nullable(id)),
    draft: z.optional(definition),
    archived: z.optional(z.boolean()),
  }),
  response: screen,
  summary: 'Change or archive a screen; a stale `rev` answers 409 with the current row',
});

export const publishScreen = endpoint({
  method: 'POST',
  path: `${path}/:id/publish`,
  access: 'user',
  scope: 'tm:write',
  body: z.object({ rev }),
  response: screen,
  summary: 'Publish the draft as the next version; an unchanged draft stays at its version',
});

export const getScreenVersion = endpoint({
  method: 'GET',
  path: `${path}/:id/versions/:version`,
  access: 'user',
  scope: 'tm:read',
  response: screenVersion,
  summary: 'One published version',
});

/** What capture needs, also for whoever may do nothing else. */
export const listPanels = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/panels',
  access: 'user',
  scope: 'tm:capture',
  query: z.object({ workspace_id: z.optional(id) }),
  response: z.object({
    items: z.array(
      z.object({ id, workspace_id: id, name: z.string(), method: z.enum(METHODS), version: z.number(), machine_id: z.nullable(id) }),
    ),
  }),
  summary: 'Published screens, to be captured with',
});

export const getPanel = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/panels/:id',
  access: 'user',
  scope: 'tm:capture',
  response: z.extend(screenVersion, {
    workspace_id: id,
    machine_id: z.nullable(id),
    machine_name: z.nullable(z.string()),
    /** IANA zone of the workspace. */
    time_zone: z.string(),
    /** Measurements with this version that are going on, newest first: another tablet may join them. */
    running: z.array(z.object({ id, name: z.string(), workers: z.array(z.string()), started_at: z.nullable(instant) })),
    /** Sentence that is read to the observed person, in the organisation's words; null = none. */
    consent_text: z.nullable(z.string()),
  }),
  summary: 'The newest version of a published screen with all that capture shows',
});
export type Panel = z.infer<(typeof getPanel)['response']>;
