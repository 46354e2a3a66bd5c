export * from './kernel/http.ts';
