import type { Locale } from '../../lib/constants.ts';
import { type Format, formatter } from '../../lib/i18n/format.ts';
import type { HomeData } from '../content.ts';
import { CURSOR, type Picture, pictureOf } from './picture.ts';
import type { Stretch } from './shift.ts';

/** The part of the home page's words that reading the figure needs. */
interface FigureWords {
  operator: string;
  helper: string;
  power: string;
  jaw: string;
  kind: Record<string, string>;
}
/** Of the payload of the home page, what is needed here. */
export interface HomePayload {
  locale: Locale;
  data: HomeData;
}
/** What there is to see at one minute of the shift. */
export interface Reading {
  time: string;
  power: number;
  jaw: number;
  /** All of it in words. */
  text: string;
}

const FLAG_HALF = 30;
/** Room that a value needs right of the line. */
const VALUE_ROOM = 60;

const doing = (entries: readonly Stretch[], minute: number): string =>
  entries.find(({ start, end }) => minute >= start && minute < end)?.kind ?? entries.at(-1)?.kind ?? '';

export function readingAt({ words, shift }: HomeData, minute: number, format: Format): Reading {
  const { operator, helper, power, jaw, kind } = words.figure as unknown as FigureWords;
  const at = Math.min(Math.floor(minute), shift.minutes - 1);
  const values = { power: shift.power.value[at] ?? 0, jaw: shift.jaw[at] ?? 0 };
  const time = format.time(pictureOf(shift, false).clockTime(minute), 'second');
  const said = [
    time,
    `${operator}: ${kind[doing(shift.operator, minute)]}`,
    `${helper}: ${kind[doing(shift.helper, minute)]}`,
    `${power}: ${format.quantity(values.power, 'kW', 2)}`,
    `${jaw}: ${format.quantity(values.jaw, '°C', 0)}`,
  ];
  return { time, ...values, text: said.join(', ') };
}

/** The minute under a pointer. @param x pixels from the left edge of the picture @param width its width, pixels */
export function minuteAt({ left, width: drawn }: Picture, minutes: number, x: number, width: number): number {
  const minute = (((x / width) * (drawn - left) + left) / drawn) * minutes;
  return Math.min(minutes - 1, Math.max(0, Math.floor(minute)));
}

/** Moves the line of the picture with the pointer and the range. @param event what woke it up */
export function readFigure(figure: HTMLElement, range: HTMLInputElement, { locale, data }: HomePayload, event: Event): void {
  const format = formatter(locale, 'UTC');
  const svgs = [...figure.querySelectorAll<SVGSVGElement>('svg:has([data-cursor])')];
  const pictures = new Map(svgs.map((svg) => [svg, pictureOf(data.shift, svg.dataset.small !== undefined)]));
  const show = (minute: number) => {
    const reading = readingAt(data, minute, format);
    range.value = String(Math.floor(minute));
    range.ariaValueText = reading.text;
    for (const [svg, picture] of pictures) draw(svg, picture, minute, reading, format);
  };
  const follow = ({ target, clientX }: PointerEvent) => {
    const svg = (target as Element).closest<SVGSVGElement>('svg');
    const picture = svg && pictures.get(svg);
    if (!picture) return;
    const { left, width } = svg.getBoundingClientRect();
    show(minuteAt(picture, data.shift.minutes, clientX - left, width));
  };
  figure.addEventListener('pointermove', follow);
  figure.addEventListener('pointerdown', follow);
  figure.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType === 'mouse') show(CURSOR);
  });
  range.addEventListener('input', () => show(range.valueAsNumber));
  if (event instanceof PointerEvent) follow(event);
  else show(range.valueAsNumber === Math.floor(CURSOR) ? CURSOR : range.valueAsNumber);
}

function draw(svg: SVGSVGElement, { left, width, x, powerY, jawY }: Picture, minute: number, reading: Reading, format: Format): void {
  const at = x(minute);
  const part = (name: string) => svg.querySelector(`[data-${name}]`)!;
  part('cursor').setAttribute('transform', `translate(${at})`);
  // The flag with the time stays inside the picture, the values turn to the other side before its end.
  const inside = Math.min(width - FLAG_HALF, Math.max(left + FLAG_HALF, at));
  part('flag').setAttribute('transform', `translate(${inside - at})`);
  part('flag').querySelector('text')!.textContent = reading.time;
  const turned = at > width - VALUE_ROOM;
  for (const [name, y, text] of [
    ['power', powerY(reading.power), format.quantity(reading.power, 'kW', 2)],
    ['jaw', jawY(reading.jaw), format.quantity(reading.jaw, '°C', 0)],
  ] as const) {
    part(name).setAttribute('transform', `translate(0 ${y})`);
    const label = part(name).querySelector('text')!;
    label.textContent = text;
    label.setAttribute('x', turned ? '-9' : '9');
    label.setAttribute('text-anchor', turned ? 'end' : 'start');
  }
}
