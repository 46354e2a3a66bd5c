import { late } from '../ui/late.ts';

/** Items of the menus of the top bar, which every page has and few people open. */
export const barMenus = late(() => import('./BarMenus.tsx'));
