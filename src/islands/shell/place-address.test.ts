import { describe, expect, it } from 'vitest';
import { listAddress, placeAddress, withoutChoice } from './place-address.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('where a page goes when another organisation is chosen', () => {
  it('a list and the overview stay themselves, in the language of the page', () => {
    expect(placeAddress('/dlog/dataloggers')).toBe('/dlog/dataloggers');
    expect(placeAddress('/sk/org/machines/')).toBe('/sk/org/machines');
    expect(placeAddress('/en/user/dashboard')).toBe('/en/user/dashboard');
    expect(placeAddress('/en/org')).toBe('/en/org');
  });

  it('a detail becomes the list that it stands in', () => {
    expect(placeAddress(`/en/dlog/dataloggers/${ID}`)).toBe('/en/dlog/dataloggers');
    expect(placeAddress(`/tm/measurements/${ID}`)).toBe('/tm/measurements');
    expect(listAddress(`/tm/measurements/${ID}`)).toBe('/tm/measurements');
    expect(listAddress('/tm/measurements')).toBeNull();
  });

  it('a page that shows nothing of an organisation stays', () => {
    for (const path of ['/user/profile', '/en', '/sk/pricing', '/nothing/here', '/playground/env-selector'])
      expect(placeAddress(path)).toBeNull();
  });
});

it('an address loses the choice that it carried, and nothing else', () => {
  expect(withoutChoice('https://t.example/en/dlog/dataloggers?org=a&q=cold&ws=b#tokens')).toBe(
    'https://t.example/en/dlog/dataloggers?q=cold#tokens',
  );
});
