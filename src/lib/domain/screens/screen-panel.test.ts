import { describe, expect, it } from 'vitest';
import { TEMPLATES } from '../../contract/screens.ts';
import { rowsOf } from './screen-grid.ts';
import { PANEL_DEVICES, rowsShown, tooSmall } from './screen-panel.ts';
import { inLanguage, SCREEN_TEMPLATES } from './templates/index.ts';

describe('a panel in hands', () => {
  it.each(TEMPLATES)('of the template %s has no button that a finger would miss', (key) => {
    const { definition } = inLanguage(SCREEN_TEMPLATES[key], 'cs');
    for (const device of PANEL_DEVICES) {
      expect([device, tooSmall(device, definition)]).toEqual([device, []]);
      expect(rowsOf(definition.buttons)).toBeLessThanOrEqual(rowsShown(device));
    }
  });

  it('names the buttons that are too small on a phone, and those only', () => {
    const { definition } = inLanguage(SCREEN_TEMPLATES.operator_snapshot, 'cs');
    const many = { ...definition, columns: 8 };
    const small = tooSmall('phone', many);
    expect(small).toEqual(many.buttons.filter(({ w }) => w === 1).map(({ id }) => id));
    expect(tooSmall('tablet', many)).toEqual([]);
  });
});
