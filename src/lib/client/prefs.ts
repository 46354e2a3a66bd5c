export * from './session/prefs.ts';
