import type { Activity, ActivityIcon, ActivityKind } from '../../lib/contract/activities.ts';

/** What is filled in of an activity. */
export type ActivityValues = {
  name: string;
  short: string;
  /** The empty text = none. */
  icon: ActivityIcon | '';
  color: number;
  kind: ActivityKind;
  loss: boolean;
  element: boolean;
  ends_cycle: boolean;
  categories: Record<string, string>;
};

export const valuesOf = ({ name, short, icon, color, kind, loss, element, ends_cycle, categories }: Activity): ActivityValues => ({
  name,
  short: short ?? '',
  icon: icon ?? '',
  color,
  kind,
  loss,
  element,
  ends_cycle,
  categories,
});

export const NEW_ACTIVITY: ActivityValues = {
  name: '',
  short: '',
  icon: '',
  color: 1,
  kind: 'state',
  loss: false,
  element: false,
  ends_cycle: false,
  categories: {},
};
