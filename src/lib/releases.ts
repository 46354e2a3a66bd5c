/**
 * What was released, the newest first; its version is that of package.json. What is said of it is in `locales`: `help:news.v0_1_0.p1` and so on.
 */
export const RELEASES = [
  { version: '0.1.0', key: 'v0_1_0', day: '2026-11-23', points: ['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8'] },
] as const;
