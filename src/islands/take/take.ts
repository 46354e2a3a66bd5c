export { pictureOf } from './picture.ts';
export { rowsCsv, tableCsv } from './table.ts';
