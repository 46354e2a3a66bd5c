import { expect, it } from 'vitest';
import { makeTablet } from '../../lib/domain/taps/testing.ts';
import { offeredValues } from './references.ts';

it('what was typed is offered first, the newest on top, then what the panel lists; choosing moves nothing', () => {
  const { tap } = makeTablet();
  const said = (field: 'order' | 'batch', text: string | null) => ({ tap: tap('reference', { field, text }) });
  const taps = [said('order', 'A'), said('order', '17'), said('batch', 'B-4'), said('order', ' 18 '), said('order', null)];
  expect(offeredValues(taps, 'order', ['A', 'B'])).toEqual(['18', '17', 'A', 'B']);
  expect(offeredValues([...taps, said('order', '17'), said('order', 'B')], 'order', ['A', 'B'])).toEqual(['18', '17', 'A', 'B']);
  expect(offeredValues(taps, 'product', [])).toEqual([]);
});
