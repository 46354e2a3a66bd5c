export * from './kernel/builds.ts';
