import type { Lane, Pane, Stretch, TimeAxis, Trace } from '../document.ts';
import { INK, LINES } from './ink.ts';

/** Charts as SVG, drawn with the ink of the screen. Points throughout; the plot stands right of the names of its lines. */

/** Room left of the plot for names and figures of the axis. */
const LEFT = 98;
const TOP = 12;
const BOTTOM = 4;
/** Of the axis of time below the last pane. */
const AXIS = 26;
const HATCH = 5;
/** Narrower stretches are drawn so wide that they are seen. */
const LEAST = 0.8;

const xml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '');
const at = (value: number): string => String(Math.round(value * 100) / 100);
/** A rough width of text in Inter, points: what decides whether a label fits. */
const widthOf = (text: string, size: number): number => text.length * size * 0.55;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface Plot {
  width: number;
  height: number;
  x(ms: number): number;
  y(value: number): number;
  id: string;
}

const text = (words: string, x: number, y: number, { size = 7, fill = INK.text3 as string, anchor = 'start', weight = 'normal' } = {}) =>
  `<text x="${at(x)}" y="${at(y)}" font-family="Inter" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${xml(words)}</text>`;

const placed = ({ x, width }: Plot, stretches: readonly Stretch[]) =>
  stretches.flatMap((stretch) => {
    const left = Math.max(LEFT, x(stretch.from));
    const right = Math.min(LEFT + width, Math.max(x(stretch.to), left + LEAST));
    return right > left ? [{ ...stretch, left, right }] : [];
  });

/** Slanted lines over a stretch: `leans` 1 rises, −1 falls, 0 both. */
function hatch({ height, id }: Plot, left: number, right: number, colour: string, leans: 1 | -1 | 0, key: string): string {
  const lines: string[] = [];
  for (let start = left - height; start < right; start += HATCH) {
    if (leans >= 0) lines.push(`M${at(start)} ${at(TOP + height)}l${at(height)} ${at(-height)}`);
    if (leans <= 0) lines.push(`M${at(start)} ${at(TOP)}l${at(height)} ${at(height)}`);
  }
  return `<clipPath id="${id}${key}"><rect x="${at(left)}" y="${TOP}" width="${at(right - left)}" height="${at(height)}"/></clipPath><path clip-path="url(#${id}${key})" d="${lines.join('')}" stroke="${colour}" stroke-width="0.6" fill="none"/>`;
}

function ground(plot: Plot, pane: Pane, axis: TimeAxis): string {
  const { width, height, x, y } = plot;
  const parts: string[] = [];
  const [low, high] = (['low', 'high'] as const).map((side) => pane.limits.find((limit) => limit.side === side));
  if (low && high) {
    const [top, bottom] = [Math.max(TOP, y(high.at)), Math.min(TOP + height, y(low.at))];
    if (bottom > top)
      parts.push(`<rect x="${LEFT}" y="${at(top)}" width="${at(width)}" height="${at(bottom - top)}" fill="${INK.okFaint}"/>`);
  }
  for (const { left, right } of placed(plot, pane.alarms))
    parts.push(`<rect x="${at(left)}" y="${TOP}" width="${at(right - left)}" height="${at(height)}" fill="${INK.alarmSoft}"/>`);
  for (const { left, right } of placed(plot, [...pane.excluded, ...pane.corrected]))
    parts.push(`<rect x="${at(left)}" y="${TOP}" width="${at(right - left)}" height="${at(height)}" fill="${INK.infoSoft}"/>`);
  const lines = [
    ...pane.steps.map((step) => `M${LEFT} ${at(y(step.at))}h${at(width)}`),
    ...axis.ticks.filter(({ label }) => label !== null).map((tick) => `M${at(x(tick.at))} ${TOP}v${at(height)}`),
  ];
  parts.push(`<path d="${lines.join('')}" stroke="${INK.grid}" stroke-width="0.6" fill="none"/>`);
  for (const [index, { left, right }] of placed(plot, pane.gaps).entries()) parts.push(hatch(plot, left, right, INK.gap, 1, `g${index}`));
  for (const [index, { left, right }] of placed(plot, pane.excluded).entries())
    parts.push(hatch(plot, left, right, INK.info, 0, `x${index}`));
  return parts.join('');
}

function line(plot: Plot, { points, band, colour }: Trace): string {
  const { x, y } = plot;
  const { colour: ink, width, dash } = LINES[(colour - 1) % LINES.length]!;
  let path = '';
  let isOpen = false;
  let lone: string[] = [];
  for (const [index, [ms, value]] of points.entries()) {
    if (value === null) {
      isOpen = false;
      continue;
    }
    path += `${isOpen ? 'L' : 'M'}${at(x(ms))} ${at(y(value))}`;
    const isAlone = !isOpen && (points[index + 1]?.[1] ?? null) === null;
    if (isAlone) lone = [...lone, `<circle cx="${at(x(ms))}" cy="${at(y(value))}" r="1.2" fill="${ink}"/>`];
    isOpen = true;
  }
  let area = '';
  for (let start = 0; start < band.length; ) {
    // Buckets that lie together are one area.
    const step = band.length > 1 ? band[1]![0] - band[0]![0] : 0;
    let end = start + 1;
    while (end < band.length && band[end]![0] - band[end - 1]![0] <= step * 1.5) end++;
    const run = band.slice(start, end);
    if (run.length > 1)
      area += `M${run.map(([ms, , high]) => `${at(x(ms))} ${at(y(high))}`).join('L')}L${run
        .toReversed()
        .map(([ms, low]) => `${at(x(ms))} ${at(y(low))}`)
        .join('L')}Z`;
    start = end;
  }
  return `${area === '' ? '' : `<path d="${area}" fill="${ink}" fill-opacity="0.22" stroke="none"/>`}<path d="${path}" fill="none" stroke="${ink}" stroke-width="${width}" stroke-linejoin="round"${dash === null ? '' : ` stroke-dasharray="${dash}"`}/>${lone.join('')}`;
}

function above(plot: Plot, pane: Pane): string {
  const { width, height, x, y } = plot;
  const parts: string[] = [];
  const notes = pane.notes.flatMap((note) => {
    const left = x(note.at);
    return left < LEFT || left > LEFT + width ? [] : [{ ...note, left, wide: Math.max(10, widthOf(note.label, 7) + 5) }];
  });
  const limits = pane.limits.filter(({ at: value }) => y(value) >= TOP - 0.5 && y(value) <= TOP + height + 0.5);
  for (const limit of limits)
    parts.push(
      `<path d="M${LEFT} ${at(y(limit.at))}h${at(width)}" stroke="${INK.alarm}" stroke-width="0.8" stroke-dasharray="4 2.5" fill="none"/>`,
    );
  // Labels after all lines, each on a light ground and beside the numbers of notes and the labels before it.
  const taken: Box[] = notes.map(({ left, wide }) => ({ left: left - wide / 2, right: left + wide / 2, top: TOP - 1, bottom: TOP + 10 }));
  for (const limit of limits) {
    const line = y(limit.at);
    const long = widthOf(limit.label, 7);
    const bottom = limit.side === 'high' ? line - 1 : line + 10.5;
    let left = LEFT + 3;
    for (const box of taken.toSorted((a, b) => a.left - b.left))
      if (box.left < left + long && box.right > left && box.top < bottom && box.bottom > bottom - 9) left = box.right + 3;
    taken.push({ left, right: left + long, top: bottom - 9, bottom });
    parts.push(
      `<rect x="${at(left - 1)}" y="${at(bottom - 8.5)}" width="${at(long + 1)}" height="8.5" fill="#fff" fill-opacity="0.75"/>`,
      text(limit.label, left, bottom - 2, { fill: INK.alarmText }),
    );
  }
  for (const { left, right } of placed(plot, pane.alarms))
    parts.push(`<rect x="${at(left)}" y="${TOP}" width="${at(right - left)}" height="2" fill="${INK.alarm}"/>`);
  for (const { left, right } of placed(plot, [...pane.excluded, ...pane.corrected]))
    parts.push(`<rect x="${at(left)}" y="${at(TOP + height - 2)}" width="${at(right - left)}" height="2" fill="${INK.info}"/>`);
  let free = LEFT;
  for (const { left, right, label } of placed(plot, pane.gaps)) {
    if (label === undefined) continue;
    const long = widthOf(label, 7);
    // Left of it where the plot ends.
    const start = right + 3 + long <= LEFT + width ? right + 3 : left - 3 - long;
    if (start < free) continue;
    // Lower where something is written already.
    const rows = [TOP + 8, TOP + 18, TOP + 28, TOP + 38];
    const top = rows.find((row) =>
      taken.every((box) => box.right <= start || box.left >= start + long || box.bottom <= row - 7 || box.top >= row + 1),
    );
    if (top === undefined) continue;
    parts.push(text(label, start, top));
    free = start + long + 6;
  }
  for (const { left, wide, label } of notes)
    parts.push(
      `<path d="M${at(left)} ${TOP}v${at(height)}" stroke="${INK.text}" stroke-width="0.8" stroke-dasharray="0.8 1.8" fill="none"/><rect x="${at(left - wide / 2)}" y="${TOP - 1}" width="${at(wide)}" height="11" rx="1" fill="#fff" stroke="${INK.text}" stroke-width="0.8"/>`,
      text(label, left, TOP + 7, { fill: INK.text, anchor: 'middle', weight: 'bold' }),
    );
  return parts.join('');
}

/** Letters of a line of the legend, and its lines for a name. */
const NAME_LETTERS = 17;
const TRACE_HEIGHT = 30;

/** A name in two lines at most. */
function inLines(name: string, letters: number): string[] {
  if (name.length <= letters) return [name];
  const space = name.lastIndexOf(' ', letters);
  const end = space > 0 ? space : letters;
  return [name.slice(0, end), short(name.slice(end).trim(), letters)];
}

/** Names of the lines with samples of them. */
function legend(pane: Pane): string {
  const parts = [text(pane.name, 0, TOP + 6, { size: 9, fill: INK.text, weight: 'bold' }), text(pane.under, 0, TOP + 16, { size: 7 })];
  // Names end before the figures of the axis.
  const figures = Math.max(0, ...pane.steps.map(({ label }) => widthOf(label, 7)));
  const room = LEFT - 5 - figures - 3 - 15;
  const [wide, narrow] = [Math.min(NAME_LETTERS, Math.floor(room / (7.5 * 0.55))), Math.min(18, Math.floor(room / (6.5 * 0.55)))];
  for (const [index, trace] of pane.traces.entries()) {
    const top = TOP + 34 + index * TRACE_HEIGHT;
    const { colour, width, dash } = LINES[(trace.colour - 1) % LINES.length]!;
    const names = inLines(trace.name, wide);
    parts.push(
      `<path d="M0 ${at(top - 2.5)}h11" stroke="${colour}" stroke-width="${at(width * 1.2)}"${dash === null ? '' : ` stroke-dasharray="${dash}"`} fill="none"/>`,
      ...names.map((name, line) => text(name, 15, top + line * 9, { size: 7.5, fill: INK.text2 })),
      text(short(trace.under, narrow), 15, top + (names.length - 1) * 9 + 8.5, { size: 6.5 }),
    );
  }
  return parts.join('');
}

const short = (words: string, letters: number): string => (words.length > letters ? `${words.slice(0, letters - 1).trimEnd()}…` : words);

/** The height of a pane: low where there are many. */
const heightOf = (pane: Pane, panes: number): number =>
  Math.max(26 + pane.traces.length * TRACE_HEIGHT, panes === 1 ? 168 : panes === 2 ? 150 : 104);

function paneSvg(pane: Pane, axis: TimeAxis, width: number, panes: number, index: number): string {
  const height = heightOf(pane, panes);
  const span = axis.to - axis.from;
  const plot: Plot = {
    width: width - LEFT,
    height,
    id: `p${index}`,
    x: (ms) => LEFT + ((ms - axis.from) / span) * (width - LEFT),
    y: (value) => TOP + height - ((value - pane.low) / (pane.high - pane.low)) * height,
  };
  const clip = `clip${index}`;
  return [
    `<svg width="${at(width)}" height="${at(TOP + height + BOTTOM)}" viewBox="0 0 ${at(width)} ${at(TOP + height + BOTTOM)}">`,
    `<clipPath id="${clip}"><rect x="${LEFT}" y="${TOP}" width="${at(plot.width)}" height="${at(height)}"/></clipPath>`,
    ground(plot, pane, axis),
    ...pane.steps.map((step) => text(step.label, LEFT - 5, plot.y(step.at) + 2.5, { anchor: 'end' })),
    `<g clip-path="url(#${clip})">${pane.traces.map((trace) => line(plot, trace)).join('')}</g>`,
    above(plot, pane),
    legend(pane),
    '</svg>',
  ].join('');
}

function axisSvg(axis: TimeAxis, width: number): string {
  const x = (ms: number) => LEFT + ((ms - axis.from) / (axis.to - axis.from)) * (width - LEFT);
  const parts = [
    `<path d="M0 .5H${at(width)}M0 16.5H${at(width)}" stroke="${INK.text}" stroke-width="0.8" fill="none"/>`,
    text(axis.name, 0, 11.5),
  ];
  let free = LEFT - 4;
  for (const tick of axis.ticks) {
    const left = x(tick.at);
    if (left < LEFT - 0.1 || left > width + 0.1) continue;
    parts.push(`<path d="M${at(left)} .5v${tick.label === null ? 2.5 : 4.5}" stroke="${INK.text}" stroke-width="0.6" fill="none"/>`);
    if (tick.label === null) continue;
    const wide = widthOf(tick.label, 7);
    const start = Math.min(left + 3, width - wide);
    if (start < free) continue;
    parts.push(text(tick.label, start, 11.5, { fill: INK.text2, weight: tick.strong ? 'bold' : 'normal' }));
    free = start + wide + 4;
  }
  return `<svg width="${at(width)}" height="${AXIS}" viewBox="0 0 ${at(width)} ${AXIS}">${parts.join('')}</svg>`;
}

/** Of a lane, and of the bar in it. */
const LANE = 24;
const BAR = 14;
/** Grounds of states without a tone, the usual one lightest. */
const DEPTHS = ['#dfe3e2', '#7d8a86', '#b3bdba', '#45504d'] as const;

function laneSvg(lane: Lane, axis: TimeAxis, width: number, index: number): string {
  const span = axis.to - axis.from;
  const plot: Plot = {
    width: width - LEFT,
    height: BAR,
    id: `l${index}`,
    x: (ms) => LEFT + ((ms - axis.from) / span) * (width - LEFT),
    y: () => TOP,
  };
  const top = (LANE - BAR) / 2;
  const ground = (run: Lane['runs'][number]) =>
    ({ off: INK.sunken, good: INK.ok, warning: INK.late, plain: DEPTHS[run.depth % DEPTHS.length]! })[run.tone];
  const isDark = (run: Lane['runs'][number]) => run.tone === 'good' || (run.tone === 'plain' && run.depth % 2 === 1);
  const runs = placed(plot, lane.runs) as (Lane['runs'][number] & { left: number; right: number })[];
  return [
    `<svg width="${at(width)}" height="${LANE}" viewBox="0 0 ${at(width)} ${LANE}">`,
    text(short(lane.name, NAME_LETTERS), 0, 10, { size: 7.5, fill: INK.text2 }),
    text(short(lane.under, 18), 0, 18.5, { size: 6.5 }),
    ...runs.map(
      (run) => `<rect x="${at(run.left)}" y="${top}" width="${at(run.right - run.left)}" height="${BAR}" fill="${ground(run)}"/>`,
    ),
    ...runs.flatMap((run) => {
      const long = widthOf(run.label, 7);
      return run.right - run.left < long + 6 ? [] : [text(run.label, run.left + 4, top + 9.5, { fill: isDark(run) ? '#fff' : INK.text2 })];
    }),
    // The hatch of a pane begins at its top.
    `<g transform="translate(0 ${top - TOP})">${placed(plot, lane.gaps)
      .map(({ left, right }, place) => hatch(plot, left, right, INK.gap, 1, `g${place}`))
      .join('')}</g>`,
    '</svg>',
  ].join('');
}

/** Panes from the top to the bottom, the axis of time and lanes of states at the end. @param width points */
export const chartSvgs = (
  panes: readonly Pane[],
  lanes: readonly Lane[],
  axis: TimeAxis,
  width: number,
): { panes: string[]; foot: string[] } => ({
  panes: panes.map((pane, index) => paneSvg(pane, axis, width, panes.length, index)),
  foot: [axisSvg(axis, width), ...lanes.map((lane, index) => laneSvg(lane, axis, width, index))],
});
