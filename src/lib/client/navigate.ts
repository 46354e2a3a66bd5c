export * from './kernel/navigate.ts';
