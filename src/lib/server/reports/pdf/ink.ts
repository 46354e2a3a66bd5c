import type { Lamp } from '../document.ts';

/** Colours of paper: the light tokens. */
export const INK = {
  text: '#141a19',
  text2: '#45504d',
  text3: '#626d6a',
  line: '#dfe3e2',
  line2: '#c5ccca',
  sunken: '#eceeed',
  accent: '#0a7671',
  ok: '#12906a',
  okText: '#12704f',
  okSoft: '#e0f1e9',
  okFaint: '#f1f8f6',
  late: '#c98000',
  lateText: '#875400',
  alarm: '#b8180f',
  alarmText: '#a5170f',
  alarmSoft: '#f8d9d5',
  info: '#2458b8',
  infoText: '#1f4fa8',
  infoSoft: '#e2eafa',
  grid: '#e6eae9',
  gap: '#aab3b0',
} as const;

/** Lines of a chart, by the colour of their channel; each has its own weight and dash, for eyes and printers that know no colours. */
export const LINES = [
  { colour: '#1d9f9e', width: 1.3, dash: null },
  { colour: '#cd791b', width: 1.1, dash: '5 2' },
  { colour: '#0064b5', width: 0.75, dash: null },
  { colour: '#86236d', width: 1.1, dash: '1.5 1.5' },
  { colour: '#446a01', width: 1.7, dash: null },
  { colour: '#8474ec', width: 1.1, dash: '7 2 1.5 2' },
  { colour: '#5e3020', width: 0.9, dash: '3 3' },
  { colour: '#6e7074', width: 1.5, dash: '9 3' },
] as const;

export const LAMP_TEXT: Record<Lamp, string> = {
  ok: INK.okText,
  alarm: INK.alarmText,
  late: INK.lateText,
  info: INK.infoText,
  off: INK.text2,
  gap: INK.text2,
  excluded: INK.infoText,
};

/** Signs of states: each has a shape of its own. */
const LAMPS: Record<Lamp, string> = {
  ok: `<circle cx="6" cy="6" r="5" fill="${INK.ok}"/>`,
  alarm: `<path d="M6 1l5.5 10H.5z" fill="${INK.alarm}"/>`,
  late: `<path d="M6 .5L11.5 6 6 11.5.5 6z" fill="${INK.late}"/>`,
  info: `<path d="M1 1h10v10H1z" fill="${INK.info}"/>`,
  off: `<circle cx="6" cy="6" r="4.5" fill="none" stroke="${INK.text3}" stroke-width="1.6" stroke-dasharray="2 1.5"/>`,
  gap: `<path d="M0 12L12 0M0 6L6 0M6 12L12 6" stroke="${INK.gap}" stroke-width="1.2"/>`,
  excluded: `<path d="M0 12L12 0M0 0L12 12M0 6L6 0M6 12L12 6M0 6L6 12M6 0L12 6" stroke="${INK.info}" stroke-width="0.8"/>`,
};
export const lampSvg = (lamp: Lamp, size: number): string =>
  `<svg width="${size}" height="${size}" viewBox="0 0 12 12">${LAMPS[lamp]}</svg>`;

/** The product's sign: activities above, a signal below, the cursor through both. */
export const MARK = `<svg width="13" height="13" viewBox="0 0 20 20"><path d="M1 3h6v5H1zM8 3h3v5H8zM15 3h4v5h-4z" fill="${INK.text}"/><path d="M1 15l3-2 3 3 3-5 3 4 2-1 4 1" fill="none" stroke="${INK.text}" stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round"/><path d="M13 0v20" stroke="${INK.accent}" stroke-width="1.8"/></svg>`;
