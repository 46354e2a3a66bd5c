import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { STEPS_COOKIE } from '../../islands/dashboard/hidden-steps.ts';
import {
  AUTH_COOKIE_PREFIX,
  FILES_UNDO_DAYS,
  LOCALE_COOKIE,
  LOCALES,
  PREFS_PREFIX,
  PUSH_AWAY_S,
  SESSION_LIFE_S,
} from '../../lib/constants.ts';
import { BROWSER_COOKIE } from '../../lib/server/auth/browser-cookie.ts';
import { MARK_COOKIE } from '../../lib/server/auth/session-mark.ts';
import { parseConfig } from '../../lib/server/kernel/config.ts';

/** What pages say of times and limits is written by hand in three languages; here it is compared with what the program does. */

const DEFAULTS = parseConfig({});
const SESSION_DAYS = SESSION_LIFE_S / 86_400;
const PUSH_AWAY_DAYS = PUSH_AWAY_S / 86_400;

const CLAIMS: readonly [name: string, figure: number | null][] = [
  ['user:devices.lead', SESSION_DAYS],
  ['company:privacy.cookies.auth', SESSION_DAYS],
  ['company:privacy.cookies.months', SESSION_DAYS + PUSH_AWAY_DAYS],
  ['company:privacy.server.push.life', PUSH_AWAY_DAYS],
  ['company:privacy.server.sessions.life', SESSION_DAYS],
  ['company:gdpr.s7.p', SESSION_DAYS],
  ['company:privacy.server.files.life', FILES_UNDO_DAYS],
  ['errors:files_over_quota', FILES_UNDO_DAYS],
  ['company:privacy.server.received.life', DEFAULTS.keepReceivedDays],
  ['apps:apps_datalogging.s3.p', DEFAULTS.keepReceivedDays],
  ['apps:apps_datalogging_index1.ask.source.p', DEFAULTS.keepReceivedDays],
  ['apps:apps_datalogging.limit.day.p', DEFAULTS.ingestMbPerDay],
  ['company:pricing.questions.c.p', DEFAULTS.ingestMbPerDay],
  ['company:pricing.questions.c.p', DEFAULTS.filesMb],
  ['apps:apps_datalogging.limit.disk.p', DEFAULTS.minFreeMb],
];

function textOf(locale: string, name: string): string {
  const [namespace, key = ''] = name.split(':');
  const words: unknown = JSON.parse(readFileSync(`locales/${locale}/${namespace}.json`, 'utf8'));
  return String(key.split('.').reduce((group, part) => (group as Record<string, unknown>)[part], words));
}

describe('the pages', () => {
  it.each(CLAIMS)('say of %s what the program does', (name, figure) => {
    for (const locale of LOCALES) {
      const figures = textOf(locale, name).replace(/(?<=\d)[\u00a0,](?=\d{3})/g, '');
      expect(figures, locale).toMatch(new RegExp(`(?<!\\d)${figure}(?!\\d)`));
    }
  });
  it('name every cookie that is set', () => {
    const page = readFileSync('src/pages/privacy.astro', 'utf8');
    for (const cookie of [
      LOCALE_COOKIE,
      `${AUTH_COOKIE_PREFIX}*`,
      `${PREFS_PREFIX}*`,
      BROWSER_COOKIE,
      MARK_COOKIE,
      STEPS_COOKIE,
      'XSRF-TOKEN',
      'rail',
    ])
      expect(page).toContain(`'${cookie}'`);
  });
});
