import type { BrowserAndSystem } from '../../contract/sessions.ts';

/** A user agent also names the browsers it descends from, so the order counts: the first match is the right one. */
const BROWSERS: readonly [NonNullable<BrowserAndSystem['browser']>, RegExp][] = [
  ['edge', /\bEdg(?:e|A|iOS)?\//],
  ['opera', /\b(?:OPR|OPT|OPX|OPiOS|Opera)\//],
  ['samsung_internet', /\bSamsungBrowser\//],
  ['firefox', /\b(?:Firefox|FxiOS)\//],
  ['chrome', /\b(?:Chrome|HeadlessChrome|CriOS)\//],
  // Android's own old browser writes the same; there is no Safari there.
  ['safari', /^(?!.*\bAndroid\b).*\bVersion\/[\d.]+ .*\bSafari\//],
];
const SYSTEMS: readonly [NonNullable<BrowserAndSystem['system']>, RegExp][] = [
  ['windows', /\bWindows\b/],
  ['iphone', /\b(?:iPhone|iPod)\b/],
  ['ipad', /\biPad\b/],
  ['android', /\bAndroid\b/],
  ['chromeos', /\bCrOS\b/],
  ['macos', /\bMacintosh\b/],
  ['linux', /\bLinux\b/],
];

const firstOf = <T>(table: readonly [T, RegExp][], text: string): T | null => table.find(([, sign]) => sign.test(text))?.[0] ?? null;

/** Browser and system that a user agent names; null for what can't be told. */
export function browserAndSystemOf(userAgent: string | null): BrowserAndSystem {
  const text = userAgent ?? '';
  return { browser: firstOf(BROWSERS, text), system: firstOf(SYSTEMS, text) };
}
