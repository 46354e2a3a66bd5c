/** Numbers that the specification fixes, and the few limits shared by server and browser. One file, so that none drifts. */

export const LOCALES = ['cs', 'en', 'sk'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'cs';
/** BCP 47 tags of the three variants. */
export const LOCALE_TAGS: Record<Locale, string> = { cs: 'cs-CZ', en: 'en-US', sk: 'sk-SK' };
export const LOCALE_COOKIE = 'i18n_redirected';
export const YEAR_S = 365 * 86_400;

/** Life of a refresh token and of every `auth.` cookie, seconds. */
export const REFRESH_LIFE_S = 86_400;
/** A session ends this long after its log-in however often it is refreshed, seconds. */
export const SESSION_LIFE_S = 30 * 86_400;
/** A browser that is told of alarms also without a session is told no more when its person didn't open Taktlog there for so long, seconds. */
export const PUSH_AWAY_S = 30 * 86_400;
/** Who looks at the demo without an account, under the same id in every installation: known by it alone, he never writes anything. */
export const DEMO_VISITOR_ID = '01890000-0000-7000-8000-00000000de30';
/** A session of his ends this long after it was opened, however often it is refreshed, seconds. */
export const DEMO_SESSION_LIFE_S = 2 * 3_600;
/** Life of an access token, seconds. */
export const ACCESS_LIFE_S = 15 * 60;
/** A token this close to its expiry counts as expired, milliseconds. */
export const EXPIRY_MARGIN_MS = 500;
/** A used refresh token is answered with its successor again for this long, milliseconds. */
export const ROTATION_GRACE_MS = 30_000;
export const AUTH_COOKIE_PREFIX = 'auth.';
export const PREFS_PREFIX = 'uprefs-';

export const REQUEST_TIMEOUT_MS = 25_000;
export const REQUEST_RETRIES = 1;
export const BUILD_FIRST_MS = 1_000;
export const BUILD_POLL_MS = 3_600_000;
export const RELOAD_GUARD_MS = 10_000;

/** Limits of one ingest request. */
export const INGEST_MAX_BYTES = 1_048_576;
export const INGEST_MAX_UNZIPPED_BYTES = 8 * 1_048_576;
export const INGEST_MAX_READINGS = 50_000;
/** Requests with more readings are stored in slices of this many, so that one sender can't hold the writer. */
export const INGEST_SLICE = 2_000;
export const JSON_MAX_DEPTH = 32;
/** Channels in use of a new logger; its settings may allow more. */
export const CHANNEL_LIMIT = 64;
/** Every other JSON body of the API. */
export const API_MAX_BYTES = 262_144;
/** One file of a row. */
export const FILE_MAX_BYTES = 20 * 1_048_576;
/** A person's picture, or a logo. */
export const PICTURE_MAX_BYTES = 10 * 1_048_576;
/** Files that one row may have at a time. */
export const FILES_PER_ROW = 200;
/** A file that was taken away can be brought back for this long; then it is deleted. */
export const FILES_UNDO_DAYS = 30;

/** Rollup resolutions in microseconds. */
export const RESOLUTION_US = { '5m': 300_000_000, '1h': 3_600_000_000 } as const;
export type RollupResolution = keyof typeof RESOLUTION_US;

/** How far ahead of ours a device's clock may run before its readings are marked, microseconds. */
export const AHEAD_MARGIN_US = 5 * 60_000_000;

/** Stands on every answer of the server, and on none of a proxy before it. `public/capture-worker.js` has it too. */
export const OWN_HEADER = 'X-Taktlog';

/** From a page to the process that sends it, and no farther: origins, with spaces between, whose pages may frame it. Without it nobody may. */
export const FRAMED_BY = 'X-Framed-By';

/** In the query of a guarded page: answer without anybody's data, to be kept by the device. */
export const SHELL_QUERY = 'shell';
