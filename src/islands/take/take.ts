export { pictureOf } from './picture.ts';
export { rowsCsv, rowsOf } from './table.ts';
export { workbookOf } from './workbook.ts';
