import type { Locale } from '../../constants.ts';

/** What the demo plant calls its things, in other languages; its model is written in Czech. Names of people and firms stay as they are. */
const WORDS: Readonly<Record<string, readonly [en: string, sk: string]>> = {
  'Ukázkový závod': ['Demo plant', 'Ukážkový závod'],
  'ukazkovy-zavod': ['demo-plant', 'ukazkovy-zavod'],
  'Návštěvník ukázky': ['Visitor of the demo', 'Návštevník ukážky'],
  simulátor: ['simulator', 'simulátor'],

  // places
  'Hala 2': ['Hall 2', 'Hala 2'],
  Sklady: ['Stores', 'Sklady'],
  HACCP: ['HACCP', 'HACCP'],
  'na baterie': ['on batteries', 'na batérie'],
  chlazení: ['refrigeration', 'chladenie'],
  Baterie: ['Battery', 'Batéria'],
  Pekárna: ['Bakery', 'Pekáreň'],
  Balírna: ['Packing room', 'Baliareň'],
  Strojovna: ['Engine room', 'Strojovňa'],
  Obrobna: ['Machine shop', 'Obrobňa'],
  Laboratoř: ['Laboratory', 'Laboratórium'],
  Dvůr: ['Yard', 'Dvor'],
  'Sklad chlazený': ['Chilled store', 'Chladený sklad'],
  'Sklad mražený': ['Frozen store', 'Mrazený sklad'],
  'Sklad suchý': ['Dry store', 'Suchý sklad'],
  'Linka chleba': ['Bread line', 'Linka na chlieb'],
  'Linka pečiva': ['Pastry line', 'Linka na pečivo'],
  Balení: ['Packing', 'Balenie'],
  'Buňka A': ['Cell A', 'Bunka A'],

  // rules of alarms
  'Vysoká teplota': ['High temperature', 'Vysoká teplota'],
  'Přehřátá pec': ['Overheated oven', 'Prehriata pec'],
  'Vlhko ve skladu': ['Damp store', 'Vlhko v sklade'],
  'Slabá baterie': ['Low battery', 'Slabá batéria'],
  'Bez dat': ['No data', 'Bez dát'],

  // recordings
  'Zchlazení várky 1142': ['Cooling of batch 1142', 'Schladenie várky 1142'],
  'Mapování chladírny 1': ['Mapping of cold room 1', 'Mapovanie chladiarne 1'],
  'Kynutí, noční směna': ['Proofing, night shift', 'Kysnutie, nočná zmena'],
  'Mrazírna, zkouška odtávání': ['Freezer room, defrost test', 'Mraziareň, skúška odmrazovania'],
  'Naskladnění, dveře otevřené': ['Loading, door open', 'Naskladnenie, dvere otvorené'],
  'Várka uvolněna': ['Batch released', 'Várka uvoľnená'],
  'Kynárna A, denně': ['Proofer A, daily', 'Kysiareň A, denne'],

  // machines and loggers
  'LoRaWAN – střecha': ['LoRaWAN – roof', 'LoRaWAN – strecha'],
  'Pec 3': ['Oven 3', 'Pec 3'],
  'Pec 4': ['Oven 4', 'Pec 4'],
  'Kynárna A': ['Proofer A', 'Kysiareň A'],
  'Hnětač 2': ['Kneader 2', 'Miesič 2'],
  'Balicí linka 1': ['Packing line 1', 'Baliaca linka 1'],
  'Balicí linka 2': ['Packing line 2', 'Baliaca linka 2'],
  'Kompresor K1': ['Compressor K1', 'Kompresor K1'],
  Kompresorovna: ['Compressor room', 'Kompresorovňa'],
  'CNC 4': ['CNC 4', 'CNC 4'],
  'CNC 5': ['CNC 5', 'CNC 5'],
  'Chladírna 1': ['Cold room 1', 'Chladiareň 1'],
  'Chladírna 2': ['Cold room 2', 'Chladiareň 2'],
  Mrazírna: ['Freezer room', 'Mraziareň'],
  'Sklad mouky': ['Flour store', 'Sklad múky'],
  Inkubátor: ['Incubator', 'Inkubátor'],
  'Venkovní stanice': ['Outdoor station', 'Vonkajšia stanica'],
  'etážová pec': ['deck oven', 'etážová pec'],
  kynárna: ['proofer', 'kysiareň'],
  'spirálový hnětač': ['spiral kneader', 'špirálový miesič'],
  'balicí linka': ['packing line', 'baliaca linka'],
  'šroubový kompresor': ['screw compressor', 'skrutkový kompresor'],
  frézka: ['milling machine', 'frézka'],
  'chladicí box': ['cold room', 'chladiaci box'],
  'mrazicí box': ['freezer room', 'mraziaci box'],
  'termočlánek K': ['thermocouple K', 'termočlánok K'],
  'teplota a vlhkost': ['temperature and humidity', 'teplota a vlhkosť'],
  elektroměr: ['electricity meter', 'elektromer'],
  'Výměna řemenů a ložiska díže, hotovo do konce týdne.': [
    'Belts and the bowl bearing are being replaced, done by the end of the week.',
    'Výmena remeňov a ložiska diže, hotovo do konca týždňa.',
  ],
  'Čeká na prodej.': ['Waits to be sold.', 'Čaká na predaj.'],

  // channels, and what machines say of themselves
  Komora: ['Chamber', 'Komora'],
  Pára: ['Steam', 'Para'],
  Vzduch: ['Air', 'Vzduch'],
  Vlhkost: ['Humidity', 'Vlhkosť'],
  'Jádro výrobku': ['Product core', 'Jadro výrobku'],
  Dveře: ['Door', 'Dvere'],
  'Činný příkon': ['Active power', 'Činný príkon'],
  Energie: ['Energy', 'Energia'],
  'Stav stroje': ['State of the machine', 'Stav stroja'],
  'Svařovací čelisti': ['Sealing jaws', 'Zváracie čeľuste'],
  provoz: ['running', 'prevádzka'],
  prostoj: ['idle', 'prestoj'],
  vypnuto: ['off', 'vypnuté'],

  // shifts
  Ranní: ['Morning', 'Ranná'],
  Odpolední: ['Afternoon', 'Poobedná'],
  Noční: ['Night', 'Nočná'],
  Denní: ['Day', 'Denná'],
  Oběd: ['Lunch', 'Obed'],
  Svačina: ['Snack', 'Desiata'],
  Večeře: ['Dinner', 'Večera'],
  Přestávka: ['Break', 'Prestávka'],
  'Štědrý den': ['Christmas Eve', 'Štedrý deň'],
  Silvestr: ['New Year’s Eve', 'Silvester'],

  // the stopwatch
  'Balicí linka 2 – snímek obsluhy': ['Packing line 2 – operator’s day', 'Baliaca linka 2 – snímka obsluhy'],
  'CNC 5 – studie cyklu': ['CNC 5 – cycle study', 'CNC 5 – štúdia cyklu'],
  'Balicí linka 2 – celá ranní směna': ['Packing line 2 – a whole morning shift', 'Baliaca linka 2 – celá ranná zmena'],
  'Balicí linka 2 – probíhající snímek': ['Packing line 2 – day in progress', 'Baliaca linka 2 – prebiehajúca snímka'],
  'CNC 5 – příruba, 30 cyklů': ['CNC 5 – flange, 30 cycles', 'CNC 5 – príruba, 30 cyklov'],
  'Běžný provoz, rohlíky po čtyřech. Snímek má ukázat, kolik směny padne na čekání a poruchy.': [
    'A usual day, rolls in packs of four. The study is to show how much of a shift goes into waiting and breakdowns.',
    'Bežná prevádzka, rožky po štyroch. Snímka má ukázať, koľko zmeny padne na čakanie a poruchy.',
  ],
  'Podklad pro nový normočas.': ['For a new standard time.', 'Podklad pre nový normočas.'],
  'Čelisti nedrží teplotu, svary se rozlepují. Volám údržbu.': [
    'The jaws do not hold their temperature, the seals come apart. Calling maintenance.',
    'Čeľuste nedržia teplotu, zvary sa rozlepujú. Volám údržbu.',
  ],
  'Nová role fólie, šarže 4417.': ['New roll of film, batch 4417.', 'Nová rola fólie, šarža 4417.'],
  'Obsluha strojů': ['Machine tending', 'Obsluha strojov'],
  'Frézování příruby': ['Milling of a flange', 'Frézovanie príruby'],
  'Příruba DN 80': ['Flange DN 80', 'Príruba DN 80'],
  ks: ['pcs', 'ks'],
  'Upínač dotažen': ['Clamp tightened', 'Upínač dotiahnutý'],
  'Kontrola má málo ohodnocených hodnot.': ['Few readings of the check are rated.', 'Kontrola má málo ohodnotených hodnôt.'],
  'Platí od příští směny.': ['In force from the next shift.', 'Platí od budúcej zmeny.'],
  'přeskočil upínač': ['the clamp slipped', 'preskočil upínač'],
  'Dotaz mistra na další zakázku.': ['The foreman asks about the next order.', 'Majster sa pýta na ďalšiu zákazku.'],
};

export type DemoWords = (czech: string) => string;

/** The words of the demo in a language; what it doesn't know it gives back as it is. */
export function demoWords(locale: Locale): DemoWords {
  if (locale === 'cs') return (czech) => czech;
  const place = locale === 'en' ? 0 : 1;
  return (czech) => WORDS[czech]?.[place] ?? czech;
}

/** Whether something is said in every language. */
export const isDemoWord = (czech: string): boolean => Object.hasOwn(WORDS, czech);
