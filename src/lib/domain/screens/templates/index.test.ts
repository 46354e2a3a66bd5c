import { describe, expect, it } from 'vitest';
import { LOCALES } from '../../../constants.ts';
import { activityFace } from '../../../contract/activities.ts';
import { definition as definitionShape, TEMPLATES } from '../../../contract/screens.ts';
import { BUILT_IN } from '../../taxonomies/index.ts';
import { activitiesOf, publishProblems, withActivities } from '../screen-rules.ts';
import { inLanguage, SCREEN_TEMPLATES } from './index.ts';

const uuid = (last: number) => `019d0000-0000-7000-8000-${String(last).padStart(12, '0')}`;
const all = TEMPLATES.flatMap((key) => LOCALES.map((locale) => [key, locale] as const));

describe('templates of screens', () => {
  it.each(all)('%s in %s can be published as it is', (key, locale) => {
    const { definition, activities } = inLanguage(SCREEN_TEMPLATES[key], locale);
    const ids = new Map(activities.map(({ id }, i) => [id, uuid(i)]));
    const whole = withActivities(definition, ids);
    expect(definitionShape.parse(whole)).toEqual(whole);
    for (const face of activities) activityFace.parse({ ...face, id: ids.get(face.id) });
    expect(publishProblems(definition, new Map(activities.map(({ id, kind }) => [id, { kind, archived: false }])))).toEqual([]);
    expect(activitiesOf(definition)).toEqual(activities.map(({ id }) => id));
    for (const { short } of activities) expect(short?.length ?? 0).toBeLessThanOrEqual(24);
  });

  it('name activities in the language that is asked for, each name once', () => {
    for (const key of TEMPLATES) {
      const [cs, en, sk] = LOCALES.map((locale) => inLanguage(SCREEN_TEMPLATES[key], locale).activities.map(({ name }) => name));
      for (const names of [cs, en, sk]) expect(new Set(names).size).toBe(names!.length);
      expect(cs!.join('')).not.toMatch(/[ľĺŕôä]/i);
      expect(sk!.join('')).not.toMatch(/[ěřů]/i);
      expect(en!.join('')).toMatch(/^[\x20-\x7e]+$/);
    }
  });

  it('sort their activities by categories that there are, which say the same about losses', () => {
    for (const { id, categories } of TEMPLATES.flatMap((key) => inLanguage(SCREEN_TEMPLATES[key], 'cs').activities))
      for (const [taxonomy, code] of Object.entries(categories))
        expect([id, code, BUILT_IN.find((one) => one.id === taxonomy)?.categories.some((one) => one.code === code)]).toEqual([
          id,
          code,
          true,
        ]);
    const value = BUILT_IN[0]!;
    for (const face of TEMPLATES.flatMap((key) => inLanguage(SCREEN_TEMPLATES[key], 'cs').activities)) {
      const category = value.categories.find(({ code }) => code === face.categories[value.id]);
      expect([face.name, face.loss]).toEqual([face.name, category?.loss ?? false]);
    }
  });

  it('time a cycle by elements, one of which ends it, with ratings to choose from', () => {
    const { definition, activities } = inLanguage(SCREEN_TEMPLATES.cycle_study, 'cs');
    expect(activities.filter(({ ends_cycle, element }) => ends_cycle && element)).toHaveLength(1);
    expect(definition.buttons.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['cycle', 'rating']));
    expect(definition.ratings).toContain(100);
  });
});
