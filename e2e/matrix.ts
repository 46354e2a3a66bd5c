/**
 * Combinations of languages, colours, widths and ways are gone through whole by `npm run test:all`, which takes hours on a small machine. Each
 * run (`npm test`) takes the part of them that says the most: each page in each language once, each way of working once.
 */
export const WHOLE = process.env.TEST_ALL === '1';
