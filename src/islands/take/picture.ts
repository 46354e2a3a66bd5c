/** What is drawn on the page as a picture. Loaded when somebody asks for it. */

export interface Picture {
  /** The figure on the page: canvases, drawings, bars and the names beside them. */
  figure: HTMLElement;
  heading: string;
  /** Under the heading: the time, the place. */
  facts: string;
  /** What the colours mean; `colour` is the name of a custom property. */
  legend: readonly { name: string; colour: string; dash?: readonly number[]; isFaint?: boolean }[];
}

const PAD = 16;
const LINE = 20;
const MARK = 10;
/** Icons stand in buttons and tell nothing on a picture. */
const DRAWN = 'canvas, svg:not(.i, button *)';
const NAMES = '.pane-title, .strip-title, [data-take], .tbl :is(td, th)';
const BARS = 'i[class*="bg-cat-"], i[data-bar]';

/** A drawing of the page as an image that needs no style sheet any more. */
async function imageOf(svg: SVGSVGElement): Promise<HTMLImageElement> {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const from = [svg, ...svg.querySelectorAll('*')];
  const to = [copy, ...copy.querySelectorAll('*')];
  for (const [index, element] of from.entries()) {
    const { fill, stroke, strokeWidth, opacity, fontFamily, fontSize, fontWeight, textAnchor, paintOrder } = getComputedStyle(element);
    const kept = element.getAttribute('fill')?.startsWith('url(') ? element.getAttribute('fill')! : fill;
    to[index]!.removeAttribute('class');
    to[index]!.setAttribute(
      'style',
      `fill:${kept};stroke:${stroke};stroke-width:${strokeWidth};opacity:${opacity};paint-order:${paintOrder};font:${fontWeight} ${fontSize} ${fontFamily.replaceAll('"', "'")};text-anchor:${textAnchor}`,
    );
  }
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
}

/** Names of a legend in lines as wide as the picture: where each begins, from its left, and on which line. */
function legendPlaces(context: CanvasRenderingContext2D, names: readonly string[], width: number): { x: number; line: number }[] {
  let [x, line] = [0, 0];
  return names.map((name) => {
    const wide = MARK + 4 + context.measureText(name).width;
    if (x > 0 && x + wide > width) [x, line] = [0, line + 1];
    const place = { x, line };
    x += wide + 16;
    return place;
  });
}

/** The figure with a heading and a legend, twice as fine as the page, in the colours that are shown. */
export async function pictureOf({ figure, heading, facts, legend }: Picture): Promise<Blob> {
  const box = figure.getBoundingClientRect();
  const style = getComputedStyle(figure);
  const ink = (name: string) => style.getPropertyValue(name).trim();
  const ratio = 2;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d')!;
  const small = `400 12px ${style.fontFamily}`;
  context.font = small;
  const names = legend.map(({ name }) => name);
  const places = legendPlaces(context, names, box.width);
  const lines = (places.at(-1)?.line ?? -1) + 1;
  const top = PAD + LINE * (2 + lines) + 8;
  canvas.width = (box.width + 2 * PAD) * ratio;
  canvas.height = (box.height + top + PAD) * ratio;
  context.scale(ratio, ratio);
  context.fillStyle = ink('--surface');
  context.fillRect(0, 0, canvas.width, canvas.height);
  const write = (text: string, x: number, y: number, colour: string, font: string) => {
    context.fillStyle = ink(colour);
    context.font = font;
    context.fillText(text, x, y, box.width - (x - PAD));
  };
  write(heading, PAD, PAD + 14, '--text', `600 16px ${style.fontFamily}`);
  write(facts, PAD, PAD + LINE + 14, '--text-2', small);
  for (const [at, { name, colour, dash = [], isFaint }] of legend.entries()) {
    const { x, line } = places[at]!;
    const y = PAD + (2 + line) * LINE;
    context.fillStyle = ink(colour);
    context.globalAlpha = isFaint ? 0.5 : 1;
    // As the line is: whole, in two pieces or in several.
    const [length = MARK] = dash;
    for (let from = 0; from < MARK; from += length > 4 ? 6 : 2 * length)
      context.fillRect(PAD + x + from, y + 6, Math.min(length > 4 && length < MARK ? 4 : length, MARK - from), MARK);
    context.globalAlpha = 1;
    write(name, PAD + x + MARK + 4, y + 15, '--text', small);
  }
  const placeOf = (element: Element) => {
    const { left, top: y, width, height } = element.getBoundingClientRect();
    return { x: left - box.left + PAD, y: y - box.top + top, width, height };
  };
  for (const bar of figure.querySelectorAll<HTMLElement>(BARS)) {
    const { x, y, width, height } = placeOf(bar);
    context.fillStyle = getComputedStyle(bar).backgroundColor;
    context.fillRect(x, y, width, height);
  }
  for (const element of figure.querySelectorAll<HTMLCanvasElement | SVGSVGElement>(DRAWN)) {
    const { x, y, width, height } = placeOf(element);
    if (width === 0 || height === 0) continue;
    context.drawImage(element instanceof HTMLCanvasElement ? element : await imageOf(element), x, y, width, height);
  }
  for (const label of figure.querySelectorAll<HTMLElement>(NAMES)) {
    const { x, y, width, height } = placeOf(label);
    const text = label.textContent ?? '';
    if (width <= 1 || text === '') continue;
    const { fontWeight, fontSize, textAlign, paddingLeft } = getComputedStyle(label);
    const font = `${fontWeight} ${fontSize} ${style.fontFamily}`;
    context.font = font;
    const atEnd = textAlign === 'right' || textAlign === 'end';
    const mark = label.querySelector('i');
    const start = mark ? placeOf(mark).x + mark.getBoundingClientRect().width + 6 : x + Number.parseFloat(paddingLeft);
    write(text, atEnd ? x + width - context.measureText(text).width : start, y + height / 2 + 4, '--text', font);
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made'))), 'image/png'),
  );
}
