import { type BuiltIn, category, withParts } from './built-in.ts';

/** Codes that are usual in Czech snapshots of a work day; no standard in force fixes them, so a specialist is to look them over. */
export const CZECH_CODES: BuiltIn = {
  id: '7a6b1c00-0000-8000-8000-000000000004',
  key: 'czech_codes',
  names: {
    cs: 'Časové kódy snímku pracovního dne',
    en: 'Czech time codes of work-day studies',
    sk: 'České časové kódy snímky pracovného dňa',
  },
  to_check: true,
  categories: [
    ...withParts(
      category('t1', ['T1 Čas práce', 'T1 Working time', 'T1 Čas práce'], { color: 1 }),
      category('ta1', ['TA1 Čas jednotkové práce', 'TA1 Work on each unit', 'TA1 Čas jednotkovej práce'], { color: 1 }),
      category('tb1', ['TB1 Čas dávkové práce', 'TB1 Work on each batch', 'TB1 Čas dávkovej práce'], { color: 6 }),
      category('tc1', ['TC1 Čas směnové práce', 'TC1 Work of each shift', 'TC1 Čas zmenovej práce'], { color: 3 }),
    ),
    category('t2', ['T2 Čas obecně nutných přestávek', 'T2 Generally necessary breaks', 'T2 Čas všeobecne nutných prestávok'], {
      color: 5,
    }),
    category('t3', ['T3 Čas podmíněně nutných přestávek', 'T3 Conditionally necessary breaks', 'T3 Čas podmienečne nutných prestávok'], {
      color: 8,
    }),
    category('td', ['TD Osobní ztráty', 'TD Personal losses', 'TD Osobné straty'], { color: 2, loss: true }),
    ...withParts(
      category('te', ['TE Technickoorganizační ztráty', 'TE Technical and organisational losses', 'TE Technicko-organizačné straty'], {
        color: 4,
        loss: true,
      }),
      category('te.extra_work', ['TE Ztráty víceprací', 'TE Losses by extra work', 'TE Straty prácou navyše'], { color: 7 }),
      category('te.waiting', ['TE Ztráty čekáním', 'TE Losses by waiting', 'TE Straty čakaním'], { color: 4 }),
    ),
    category('tf', ['TF Ztráty z vyšší moci', 'TF Losses by force majeure', 'TF Straty z vyššej moci'], { color: 8, loss: true }),
  ],
};
