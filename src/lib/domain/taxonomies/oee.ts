import { type BuiltIn, category, withParts } from './built-in.ts';

/** The six big losses by which equipment falls short of its best. */
export const OEE: BuiltIn = {
  id: '7a6b1c00-0000-8000-8000-000000000003',
  key: 'oee',
  names: { cs: 'Šest velkých ztrát (OEE)', en: 'Six big losses (OEE)', sk: 'Šesť veľkých strát (OEE)' },
  to_check: false,
  categories: [
    ...withParts(
      category('availability', ['Ztráty dostupnosti', 'Availability losses', 'Straty dostupnosti'], { color: 4, loss: true }),
      category('breakdowns', ['Poruchy', 'Breakdowns', 'Poruchy'], { color: 4 }),
      category('setup', ['Přestavby a seřizování', 'Set-up and adjustments', 'Prestavby a nastavovanie'], { color: 7 }),
    ),
    ...withParts(
      category('performance', ['Ztráty výkonu', 'Performance losses', 'Straty výkonu'], { color: 2, loss: true }),
      category('minor_stops', ['Krátké prostoje a chod naprázdno', 'Idling and minor stops', 'Krátke prestoje a chod naprázdno'], {
        color: 2,
      }),
      category('reduced_speed', ['Snížená rychlost', 'Reduced speed', 'Znížená rýchlosť'], { color: 5 }),
    ),
    ...withParts(
      category('quality', ['Ztráty kvality', 'Quality losses', 'Straty kvality'], { color: 3, loss: true }),
      category('defects', ['Zmetky a opravy', 'Defects and rework', 'Nepodarky a opravy'], { color: 3 }),
      category('startup', ['Ztráty při náběhu', 'Start-up losses', 'Straty pri nábehu'], { color: 8 }),
    ),
  ],
};
