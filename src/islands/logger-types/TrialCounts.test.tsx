import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import type { TypeChannel } from '../../lib/contract/logger-types.ts';
import type { SpecChange } from '../../lib/domain/logger-types/diff.ts';
import { I18n } from '../../lib/i18n/react.tsx';
import { SpecChanges } from './SpecChanges.tsx';
import { TrialCounts } from './TrialCounts.tsx';

beforeAll(async () => {
  const words = JSON.parse(readFileSync('locales/sk/logger-types.json', 'utf8')) as object;
  await i18next.init({ lng: 'sk', fallbackLng: false, resources: { sk: { 'logger-types': words } } });
});

/** The pairs of a list of counts: the number with its word. */
function pairs(of: React.ReactNode): string[] {
  const markup = renderToStaticMarkup(
    <I18n locale="sk" timeZone="UTC">
      {of}
    </I18n>,
  );
  return [...markup.matchAll(/<dd[^>]*>(.*?)<\/dd><dt[^>]*>(.*?)<\/dt>/g)].map(([, n, word]) => `${n} ${word}`);
}

it('what a trial counted is said in the form of its number', () => {
  const counts = { readings: 1, new: 1, changed: 3, gone: 2, unchanged: 1, errors: 1, warnings: 5, out_of_range: 0 };
  expect(pairs(<TrialCounts of={counts} />)).toEqual([
    '1 hodnota',
    '1 nová',
    '3 zmenené',
    '2 zmiznú',
    '1 bez zmeny',
    '1 chyba',
    '5 upozornení',
    '0 mimo rozsahu',
  ]);
});

it('channels that differ between two versions are counted in the form of their number', () => {
  const channel = { key: 't', label: 'Teplota', path: 't', sensor_type_id: null, unit: null } as TypeChannel;
  const made: SpecChange = { key: 't', change: 'new', before: null, after: channel, fields: [] };
  expect(pairs(<SpecChanges changes={[made]} sensors={[]} />)).toEqual(['1 nový', '0 zmenených', '0 zmizne', '0 bez zmeny']);
});
