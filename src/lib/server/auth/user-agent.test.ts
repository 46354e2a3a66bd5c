import { describe, expect, it } from 'vitest';
import { BROWSERS, SYSTEMS } from '../../contract/sessions.ts';
import { browserAndSystemOf } from './user-agent.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)';
const IPAD = 'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X)';

const KNOWN: [browser: string, system: string, userAgent: string][] = [
  ['chrome', 'windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`],
  ['chrome', 'macos', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`],
  ['chrome', 'linux', `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`],
  ['chrome', 'linux', `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/141.0.0.0 Safari/537.36`],
  ['chrome', 'chromeos', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`],
  ['chrome', 'android', `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/141.0.0.0 Mobile Safari/537.36`],
  ['chrome', 'iphone', `${IPHONE} ${APPLE} CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1`],
  ['chrome', 'ipad', `${IPAD} ${APPLE} CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1`],
  ['edge', 'windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`],
  ['edge', 'windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/70.0.3538.102 Safari/537.36 Edge/18.19042`],
  ['edge', 'macos', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`],
  ['edge', 'android', `Mozilla/5.0 (Linux; Android 10; HD1913) ${WEBKIT} Chrome/141.0.0.0 Mobile Safari/537.36 EdgA/140.0.0.0`],
  ['edge', 'iphone', `${IPHONE} ${APPLE} Version/18.0 EdgiOS/140.0.0.0 Mobile/15E148 Safari/604.1`],
  ['firefox', 'windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0'],
  ['firefox', 'macos', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:144.0) Gecko/20100101 Firefox/144.0'],
  ['firefox', 'linux', 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'],
  ['firefox', 'android', 'Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0'],
  ['firefox', 'iphone', `${IPHONE} ${APPLE} FxiOS/144.0 Mobile/15E148 Safari/605.1.15`],
  ['safari', 'macos', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/18.5 Safari/605.1.15`],
  ['safari', 'iphone', `${IPHONE} ${APPLE} Version/18.5 Mobile/15E148 Safari/604.1`],
  ['safari', 'ipad', `${IPAD} ${APPLE} Version/18.5 Mobile/15E148 Safari/604.1`],
  ['samsung_internet', 'android', `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`],
  ['opera', 'windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0`],
  ['opera', 'linux', `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0`],
  ['opera', 'android', `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/140.0.0.0 Mobile Safari/537.36 OPR/91.0.0.0`],
  ['opera', 'iphone', `${IPHONE} ${APPLE} Version/18.5 Mobile/15E148 Safari/604.1 OPT/6.0.0`],
];

describe('browser and system', () => {
  it.each(KNOWN)('is %s on %s by its user agent', (browser, system, userAgent) => {
    expect(browserAndSystemOf(userAgent)).toEqual({ browser, system });
  });

  it('of every browser and system that the contract knows is told', () => {
    expect(new Set(KNOWN.map(([browser]) => browser))).toEqual(new Set(BROWSERS));
    expect(new Set(KNOWN.map(([, system]) => system))).toEqual(new Set(SYSTEMS));
  });

  it('that names no browser has none; its system may still be known', () => {
    for (const none of [null, '', 'curl/8.14.1', 'Workshop tablet', 'Chromecast', 'node'])
      expect(browserAndSystemOf(none)).toEqual({ browser: null, system: null });
    const oldAndroid = `Mozilla/5.0 (Linux; U; Android 4.0.3) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30`;
    expect(browserAndSystemOf(oldAndroid)).toEqual({ browser: null, system: 'android' });
    expect(browserAndSystemOf('Taktlog/1 (Windows NT 10.0)')).toEqual({ browser: null, system: 'windows' });
  });
});
