import type { Locale } from '../../src/lib/constants.ts';

/** A word that texts of a language don't use, and what they say instead (docs/glossary.md). */
export interface RefusedTerm {
  words: RegExp;
  use: string;
  /** Where it is refused; everywhere without it. The key with its namespace: `measurements:tab.entries`. */
  where?: RegExp;
  /** Where it may stand all the same. */
  except?: RegExp;
}

/** Namespaces in which a recording, an ordinary word elsewhere, is not meant. */
const MEASURING = /^(measurements|capture):/;
const GRID_AND_LANES = /^(measurements|capture|screens|audit-events):/;
/** What people search for. */
const SEARCHED = /^routes:/;

export const REFUSED_TERMS: Record<Locale, readonly RefusedTerm[]> = {
  cs: [
    { words: /(?<!\p{L})čtení/iu, use: 'hodnota' },
    { words: /(?<!\p{L})(řada|řady|řadě|řadu|řadou|řad)(?!\p{L})/iu, use: 'pruh, of the grid řádek', where: GRID_AND_LANES },
    { words: /(?<!\p{L})záznam/iu, use: 'zápis', where: MEASURING },
    { words: /(?<!\p{L})prv(ek|k[uyůe]|kem|cích)(?!\p{L})/iu, use: 'úkon' },
    { words: /klepn|poklep|(?<!\p{L})dotyk(?!ov)/iu, use: 'ťuknutí' },
    { words: /šablon/iu, use: 'vzor' },
    { words: /(?<!\p{L})norm[ayu]\s+času/iu, use: 'normočas' },
    { words: /přezdív/iu, use: 'pseudonym' },
    { words: /číselník|druh[yů]\s+času/iu, use: 'třídění' },
    { words: /vrátit\s+zpět/iu, use: 'vzít zpět' },
    { words: /vypn\p{L}*\s+účet|účet\s+(lze\s+)?vypn/iu, use: 'deaktivovat' },
    { words: /(?<!\p{L})(tohle|tahle|tenhle|tuhle)(?!\p{L})/iu, use: 'toto, tato, tento' },
    { words: /publikova/iu, use: 'zveřejnit' },
    { words: /(?<!\p{L})\p{Lu}\p{L}+(ám|uji|ujeme|áme|ím|íme)…/u, use: 'the impersonal form: Ukládá se…' },
  ],
  sk: [
    { words: /odpoč(et|t)/iu, use: 'hodnota' },
    { words: /(?<!\p{L})(rad|rade|rady|radu|radov|radom)(?!\p{L})/iu, use: 'pruh, of the grid riadok', where: GRID_AND_LANES },
    { words: /(?<!\p{L})záznam/iu, use: 'zápis', where: MEASURING },
    { words: /(?<!\p{L})prv(ok|k[uyo]|kov|kom|koch)(?!\p{L})/iu, use: 'úkon' },
    { words: /klepn|(?<!\p{L})dotyk(?!ov)/iu, use: 'ťuknutie' },
    { words: /šablón/iu, use: 'vzor' },
    { words: /(?<!\p{L})norm[ayu]\s+času/iu, use: 'normočas' },
    { words: /prezýv/iu, use: 'pseudonym' },
    { words: /číselník|druh[yov]+\s+času/iu, use: 'triedenie' },
    { words: /vziať\s+späť|vzat\p{L}\s+späť/iu, use: 'vrátiť späť' },
    { words: /zoraden/iu, use: 'nastavovanie', where: /^(apps|home|screens|study):/ },
    { words: /publikova/iu, use: 'zverejniť' },
    { words: /(?<!\p{L})popis(?!\p{L})/iu, use: 'opis' },
    { words: /(?<!\p{L})\p{Lu}\p{L}+(ám|am|ujem|ujeme|ame|áme)…/u, use: 'the impersonal form: Ukladá sa…' },
  ],
  en: [
    { words: /work-day snapshot/i, use: 'work-day study', except: SEARCHED },
    { words: /time tracking/i, use: 'time measurement', except: SEARCHED },
    { words: /continuous time/i, use: 'elapsed time' },
    { words: /rollup/i, use: 'summary' },
    { words: /\brecords?\b/i, use: 'entry', where: MEASURING },
    { words: /\bis good (for|until)\b/i, use: 'is valid' },
    { words: /\bgo(es)? on\b/i, use: 'continue' },
    { words: /\btak(e|en) away\b/i, use: 'remove' },
    { words: /\bl(ie|ies|ay)\b/i, use: 'is, is shown' },
    { words: /\bstands? (in|on|here|under|beside)\b/i, use: 'appears, is shown' },
  ],
};

/** Units and counted things of which a number must not be left alone at the end of a line. */
const UNITS: Record<Locale, string> = {
  cs: 'znak\\p{L}*|číslic\\p{L}*|den|dny|dní|dnů|dnech|dne|hodin\\p{L}*|minut\\p{L}*|sekund\\p{L}*|hodnot\\p{L}*|bod\\p{L}*|lid[íé]|ks',
  sk: 'znak\\p{L}*|číslic\\p{L}*|deň|dni|dní|dňoch|dňa|hodín\\p{L}*|hodin\\p{L}*|minút\\p{L}*|sekúnd\\p{L}*|hodnôt|hodnot\\p{L}*|bod\\p{L}*|ľudí|ks',
  en: 'characters?|digits?|days?|hours?|minutes?|seconds?|readings?|points?|people|pcs',
};
const SYMBOLS = 'min|ms|h|d|r|y|kW|kWh|W|MB|GB|kB|MiB|GiB|KiB|px|mm|cm|km|Hz|°C|°|%|±';

/** A number, or a placeholder of one, with a blank before its unit. In Czech and Slovak „s“ may be the preposition: not before a word. */
export const looseUnit = (locale: Locale): RegExp =>
  new RegExp(
    `((?:\\d[\\d.,\\u00a0]*|\\{\\{(?:count|n|length|days|least|min|max|percent|value)\\}\\})) (?=(?:${UNITS[locale]}|${SYMBOLS}|s(?![\\u00a0 ]\\p{L}))(?![\\p{L}\\p{N}]))`,
    'gu',
  );
