import type { Locale } from '../../../constants.ts';
import type { ActivityFace, ActivityIcon, ActivityKind } from '../../../contract/activities.ts';
import type { Button, ButtonKind, Definition, Method } from '../../../contract/screens.ts';
import type { Words } from '../../../contract/taxonomies.ts';
import { REFA_ID, VALUE_ID } from '../../taxonomies/index.ts';

/** A screen to begin with: activities in three languages, and where their buttons are. */
export interface ScreenTemplate {
  method: Method;
  lane: Words;
  activities: readonly TemplateActivity[];
  /** Rows of the grid from above; widths of a row add up to the columns at most. */
  rows: readonly (readonly TemplateButton[])[];
  ratings: readonly number[];
}
export interface TemplateActivity {
  /** Names it within the template. */
  key: string;
  names: Words;
  /** For narrow buttons, where the name is long. */
  short?: Words;
  icon: ActivityIcon;
  color: number;
  kind?: ActivityKind;
  loss?: boolean;
  element?: boolean;
  ends_cycle?: boolean;
  /** Codes of categories in the taxonomies of value and of REFA. */
  value?: string;
  refa?: string;
}
interface TemplateButton {
  kind: ButtonKind;
  activity: string | null;
  interrupts: boolean;
  hotkey: string | null;
  w: number;
}

export const COLUMNS = 4;

/** A button of an activity, half as wide as a phone. */
export const tap = (activity: string, hotkey: string | null, more: Partial<TemplateButton> = {}): TemplateButton => ({
  kind: 'activity',
  activity,
  interrupts: false,
  hotkey,
  w: 2,
  ...more,
});
/** A button that taps no activity. */
export const tool = (kind: ButtonKind, hotkey: string | null, w = 1): TemplateButton => ({
  kind,
  activity: null,
  interrupts: false,
  hotkey,
  w,
});

export const words = (cs: string, en: string, sk: string): Words => ({ cs, en, sk });

const LANE = 'worker';

/** The template in one language; ids of its activities are their keys. */
export function inLanguage(template: ScreenTemplate, locale: Locale): { definition: Definition; activities: ActivityFace[] } {
  const activities = template.activities.map(
    ({ key, names, short, value, refa, ...one }): ActivityFace => ({
      id: key,
      name: names[locale],
      short: short?.[locale] ?? null,
      icon: one.icon,
      color: one.color,
      kind: one.kind ?? 'state',
      loss: one.loss ?? false,
      element: one.element ?? false,
      ends_cycle: one.ends_cycle ?? false,
      categories: { ...(value && { [VALUE_ID]: value }), ...(refa && { [REFA_ID]: refa }) },
    }),
  );
  const buttons = template.rows.flatMap((row, y) => {
    let x = 0;
    return row.map(({ kind, activity, interrupts, hotkey, w }): Button => {
      const id = activity === null ? kind : kind === 'activity' ? activity : `${activity}-${kind}`;
      const placed = { id, kind, activity_id: activity, lane: null, interrupts, label: null, hotkey, x, y, w, h: 1 };
      x += w;
      return placed;
    });
  });
  const lanes = [{ id: LANE, name: template.lane[locale], kind: 'worker' as const }];
  return { definition: { columns: COLUMNS, hand: 'left', lanes, buttons, ratings: [...template.ratings] }, activities };
}
