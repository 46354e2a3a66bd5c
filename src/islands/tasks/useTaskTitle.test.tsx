import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import type { Task } from '../../lib/contract/tasks.ts';
import { I18n } from '../../lib/i18n/react.tsx';
import { useTaskTitle } from './useTaskTitle.ts';

beforeAll(async () => {
  const words = JSON.parse(readFileSync('locales/cs/tasks.json', 'utf8')) as object;
  await i18next.init({ lng: 'cs', fallbackLng: false, resources: { cs: { tasks: words } }, interpolation: { escapeValue: false } });
});

type Named = Pick<Task, 'kind' | 'about' | 'merged'>;
const Title = ({ task }: { task: Named }) => useTaskTitle()(task);
const titled = (task: Named) =>
  renderToStaticMarkup(
    <I18n locale="cs" timeZone="UTC">
      <Title task={task} />
    </I18n>,
  );

it('a task that merges channels says which ones, each with its logger, whatever others are called', () => {
  const merged = { from: { name: 'Teplota', datalogger_name: 'Pec 1' }, into: { name: 'Teplota', datalogger_name: null } };
  expect(titled({ kind: 'channels.merge', about: null, merged })).toBe('Sloučení kanálů: „Teplota · Pec 1“ do „Teplota“');
});

it('another says its kind, and what it is about where that is known', () => {
  expect(titled({ kind: 'imports.run', about: { name: 'data.csv', datalogger_id: 'a' }, merged: null })).toBe('Import souboru: data.csv');
  expect(titled({ kind: 'channels.merge', about: null, merged: null })).toBe('Sloučení kanálů');
});
