/**
 * Combinations of languages, colours, widths and ways are gone through whole by `npm run test:all`, which takes hours on a small machine. Each
 * run (`npm test`) takes the part of them that says the most: each page in light and in dark, each way of working, each dialog once.
 */
export const WHOLE = process.env.TEST_ALL === '1';
