/** Menus of the top bar: what they are drawn with, and their items. */

export * from '../ui/MenuParts.tsx';
export { ColorItems } from './ColorItems.tsx';
export { LanguageItems } from './LanguageItems.tsx';
export { UserItems } from './UserItems.tsx';
