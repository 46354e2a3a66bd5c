import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import type { MovePreview } from '../../lib/contract/logger-types.ts';
import { I18n } from '../../lib/i18n/react.tsx';
import { MovedChannels } from './MovedChannels.tsx';

type Channel = MovePreview['loggers'][number]['channels'][number];
const channel = (key: string, change: Channel['change'], over: Partial<Channel> = {}): Channel => ({
  ...{ key, label: `Label ${key}`, change, unit_before: '°C', unit_after: '°C', before: 21.5, after: 21.5 },
  ...over,
});
const preview: MovePreview = {
  loggers: [
    {
      ...{ datalogger_id: 'l1', name: 'Cellar', messages: 1200, errors: 3 },
      channels: [
        channel('same', 'unchanged'),
        channel('scaled', 'changed', { after: 70.7, unit_after: '°F' }),
        channel('made', 'new', { before: null, unit_before: null, after: 4 }),
        channel('lost', 'gone', { after: null, unit_after: null }),
        channel('odd', 'mismatch', { unit_after: 'kPa', after: 3 }),
        channel('silent', 'new', { before: null, after: null }),
        channel('word', 'changed', { before: 'eco', after: 'boost', unit_before: null, unit_after: null }),
      ],
    },
    { datalogger_id: 'l2', name: 'Attic', messages: 0, errors: 0, channels: [] },
  ],
};

beforeAll(async () => {
  const words = JSON.parse(readFileSync('locales/en/logger-types.json', 'utf8')) as object;
  await i18next.init({ lng: 'en', fallbackLng: false, resources: { en: { 'logger-types': words } } });
});

/** What a reader sees: each logger's head, and the cells of its rows. */
function shown(of: MovePreview) {
  const markup = renderToStaticMarkup(
    <I18n locale="en" timeZone="UTC">
      <MovedChannels of={of} />
    </I18n>,
  );
  const plain = (html: string) => html.replace(/<[^>]+>/g, '').replaceAll('\u00a0', ' ');
  return [...markup.matchAll(/<section[^>]*>(.*?)<\/section>/gs)].map(([, section]) => ({
    head: plain(/<h3[^>]*>(.*?)<\/h3>/s.exec(section!)![1]!),
    rows: [...section!.matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(([, row]) => {
      const [, label, key, change, outcome] =
        /<span[^>]*><span[^>]*>(.*?)<\/span><small[^>]*>(.*?)<\/small><\/span><span[^>]*>(.*?)<\/span><span[^>]*>(.*?)<\/span>/s.exec(
          row!,
        )!;
      return [label, key, change, outcome].map((text) => plain(text!)).join(' | ');
    }),
  }));
}

it('the preview of a move says of each logger how many messages were read, and of each channel what becomes of it, from which value to which', () => {
  expect(shown(preview)).toEqual([
    {
      head: 'Cellar · messages: 1,200, errors: 3',
      rows: [
        'Label same | same | Unchanged | 21.5 °C → 21.5 °C',
        'Label scaled | scaled | Changed | 21.5 °C → 70.7 °F',
        'Label made | made | New | 4 °C',
        'Label lost | lost | Gone | 21.5 °C → –',
        'Label odd | odd | Another unit | 21.5 °C → 3 kPa',
        'Label silent | silent | New | no value in these messages',
        'Label word | word | Changed | eco → boost',
      ],
    },
    { head: 'Attic · messages: 0, errors: 0', rows: [] },
  ]);
});
