import type { Template } from '../../../contract/screens.ts';
import { CYCLE_STUDY } from './cycle-study.ts';
import { OFFICE_SNAPSHOT } from './office-snapshot.ts';
import { OPERATOR_SNAPSHOT } from './operator-snapshot.ts';
import { SETUP_STUDY } from './setup-study.ts';
import type { ScreenTemplate } from './template.ts';

export { inLanguage } from './template.ts';

export const SCREEN_TEMPLATES: Record<Template, ScreenTemplate> = {
  operator_snapshot: OPERATOR_SNAPSHOT,
  office_snapshot: OFFICE_SNAPSHOT,
  cycle_study: CYCLE_STUDY,
  setup_study: SETUP_STUDY,
};
