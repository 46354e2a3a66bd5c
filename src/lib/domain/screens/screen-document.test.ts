import { describe, expect, it } from 'vitest';
import type { Activity } from '../../contract/activities.ts';
import { documentOf, fileNameOf, readDocument } from './screen-document.ts';
import { withActivities } from './screen-rules.ts';
import { inLanguage, SCREEN_TEMPLATES } from './templates/index.ts';

const uuid = (last: number) => `019d0000-0000-7000-8000-${String(last).padStart(12, '0')}`;
const { definition, activities } = inLanguage(SCREEN_TEMPLATES.operator_snapshot, 'cs');
const ids = new Map(activities.map(({ id }, at) => [id, uuid(at)]));
const catalogue = activities.map((face) => ({ ...face, id: ids.get(face.id)! })) as Activity[];
const draft = withActivities(definition, ids);
const written = (over: object = {}) =>
  JSON.stringify({
    ...documentOf({ name: 'Linka 2', method: 'snapshot', draft }, [...catalogue, { ...catalogue[0]!, id: uuid(99) }]),
    ...over,
  });

describe('a screen as a file', () => {
  it('holds the draft and the activities that it shows, and is read back as it was', () => {
    const read = readDocument(`\uFEFF${written()}`);
    if (!('document' in read)) throw new Error(read.fault.code);
    expect(read.document.definition).toEqual(draft);
    expect(read.document.activities.map(({ id }) => id)).toEqual(catalogue.map(({ id }) => id));
    expect(read.document.activities[0]).not.toHaveProperty('categories');
  });

  it.each([
    ['{', 'not_json'],
    ['', 'not_json'],
    ['[]', 'not_screen'],
    ['null', 'not_screen'],
    ['{"name":"Linka"}', 'not_screen'],
    [written({ format: 2 }), 'newer'],
  ])('says why %.20s is no file of a screen', (text, code) => {
    expect(readDocument(text)).toEqual({ fault: { code } });
  });

  it('says where a screen is damaged', () => {
    const buttons = draft.buttons.map((one, at) => (at === 1 ? { ...one, x: 0, y: 0 } : one));
    expect(readDocument(written({ definition: { ...draft, buttons } }))).toEqual({
      fault: { code: 'damaged', path: 'definition.buttons.1' },
    });
    expect(readDocument(written({ activities: [] }))).toEqual({ fault: { code: 'damaged', path: 'definition.buttons.0.activity_id' } });
    expect(readDocument(written({ definition: { ...draft, columns: 99 } }))).toEqual({
      fault: { code: 'damaged', path: 'definition.columns' },
    });
  });

  it('has a name that every system takes', () => {
    expect(fileNameOf('Balicí linka 2 / směna')).toBe('balici-linka-2-smena.json');
    expect(fileNameOf('…')).toBe('screen.json');
  });
});
