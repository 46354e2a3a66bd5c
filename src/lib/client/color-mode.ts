export * from './session/color-mode.ts';
