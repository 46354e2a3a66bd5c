import { readFileSync } from 'node:fs';
import pdfmake from 'pdfmake';
import type { ReportDocument } from '../document.ts';
import { definitionOf } from './definition.ts';

const font = (name: string): Buffer => readFileSync(new URL(`../fonts/${name}.ttf`, import.meta.url));
let isReady = false;

/** What pdfmake keeps files in that are no files; its types don't name it. */
const memory = (pdfmake as unknown as { virtualfs: { writeFileSync(name: string, bytes: Buffer): void } }).virtualfs;
const STANDARD = 'Courier';

/** Faces are given as bytes, and one of the fourteen that every reader has: nothing is ever read from the disk or from elsewhere. */
function prepare(): void {
  if (isReady) return;
  for (const name of ['Inter-Regular', 'Inter-SemiBold']) memory.writeFileSync(name, font(name));
  const [normal, bold] = ['Inter-Regular', 'Inter-SemiBold'];
  pdfmake.setFonts({
    Inter: { normal, bold, italics: normal, bolditalics: bold },
    Mono: { normal: STANDARD, bold: STANDARD, italics: STANDARD, bolditalics: STANDARD },
  });
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => path === STANDARD);
  isReady = true;
}

/** A report as PDF. It takes the thread for as long as that takes: see `make-pdf.ts`. */
export async function writePdf(document: ReportDocument): Promise<Buffer> {
  prepare();
  return pdfmake.createPdf(definitionOf(document)).getBuffer();
}
