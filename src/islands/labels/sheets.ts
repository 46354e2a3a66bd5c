import { qrPath } from '../../lib/domain/text/qr.ts';

/** Sheets of A4 with labels, each with a code, a name and what else tells it apart. */

export interface LabelOf {
  id: string;
  name: string;
  /** Number, place: whatever there is. */
  lines: readonly string[];
  /** The whole address that a camera opens. */
  address: string;
}

/** Grids that sheets of labels are sold in, millimetres: labels beside and below each other, their size, the edge of the sheet and the gaps between. */
export const SIZES = {
  '70x37': { across: 3, down: 8, width: 70, height: 37, left: 0, top: 0.5, gapX: 0, gapY: 0 },
  '63x38': { across: 3, down: 7, width: 63.5, height: 38.1, left: 7.2, top: 15.15, gapX: 2.5, gapY: 0 },
  '99x38': { across: 2, down: 7, width: 99.1, height: 38.1, left: 4.65, top: 15.15, gapX: 2.5, gapY: 0 },
  '48x25': { across: 4, down: 11, width: 48.5, height: 25.4, left: 8, top: 8.8, gapX: 0, gapY: 0 },
  '105x74': { across: 2, down: 4, width: 105, height: 74, left: 0, top: 0.5, gapX: 0, gapY: 0 },
} as const;
export type LabelSize = keyof typeof SIZES;

export const perSheet = (size: LabelSize): number => SIZES[size].across * SIZES[size].down;

/** Where each label stands: its sheet, and its corner in millimetres. @param skip labels of the first sheet that were used before */
export function places(count: number, size: LabelSize, skip: number): { sheet: number; x: number; y: number }[] {
  const { across, width, height, left, top, gapX, gapY } = SIZES[size];
  const each = perSheet(size);
  return Array.from({ length: count }, (_, i) => {
    const at = i + Math.min(Math.max(0, skip), each - 1);
    const [column, line] = [at % across, Math.floor((at % each) / across)];
    return { sheet: Math.floor(at / each), x: left + column * (width + gapX), y: top + line * (height + gapY) };
  });
}

const PADDING = 3;
const STYLE = `@page{size:A4;margin:0}
*{box-sizing:border-box}
body{margin:0;background:#fff;color:#000;font-family:Inter,system-ui,sans-serif}
section{position:relative;width:210mm;height:296.5mm;overflow:hidden;break-after:page}
section:last-child{break-after:auto}
article{position:absolute;display:flex;align-items:center;gap:2mm;padding:${PADDING}mm;overflow:hidden}
svg{flex:none}
div{min-width:0;overflow:hidden;overflow-wrap:anywhere;hyphens:auto}
b,small{display:-webkit-box;-webkit-box-orient:vertical;overflow:hidden}
b{-webkit-line-clamp:3;line-height:1.15}
small{-webkit-line-clamp:2;line-height:1.2;margin-top:.8mm}`;

const SVG = 'http://www.w3.org/2000/svg';

/** Fills an empty document of a frame with sheets. Its looks are a sheet made by script, which the page's security policy lets pass. */
export function drawSheets(window: Window & typeof globalThis, labels: readonly LabelOf[], size: LabelSize, skip: number): void {
  const { document } = window;
  const sheet = new window.CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets = [sheet];
  const { width, height } = SIZES[size];
  const sections: HTMLElement[] = [];
  for (const [i, place] of places(labels.length, size, skip).entries()) {
    const label = labels[i];
    if (!label) continue;
    sections[place.sheet] ??= document.createElement('section');
    const article = document.createElement('article');
    Object.assign(article.style, { left: `${place.x}mm`, top: `${place.y}mm`, width: `${width}mm`, height: `${height}mm` });
    article.append(codeOf(document, label.address, Math.min(height - 2 * PADDING, width * 0.4)), wordsOf(document, label, height));
    sections[place.sheet]?.append(article);
  }
  document.body.replaceChildren(...sections);
}

function codeOf(document: Document, address: string, side: number): SVGElement {
  const { size, path } = qrPath(address);
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`);
  svg.setAttribute('aria-hidden', 'true');
  Object.assign(svg.style, { width: `${side}mm`, height: `${side}mm` });
  const modules = document.createElementNS(SVG, 'path');
  modules.setAttribute('d', path);
  svg.append(modules);
  return svg;
}

function wordsOf(document: Document, { name, lines }: LabelOf, height: number): HTMLElement {
  const box = document.createElement('div');
  const write = (tag: 'b' | 'small', text: string, points: number) => {
    const line = document.createElement(tag);
    line.textContent = text;
    line.style.fontSize = `${points}pt`;
    box.append(line);
  };
  const scale = Math.min(1.6, height / 37);
  write('b', name, 10.5 * scale);
  for (const line of lines) write('small', line, 8 * scale);
  return box;
}
