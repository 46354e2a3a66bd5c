import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * What of the page can't be read out, told apart or reached: the rule and the places, one line each.
 * @param part what is looked at (`within`) or left out (`without`), as selectors
 */
export async function violations(page: Page, { within, without }: { within?: string; without?: string } = {}): Promise<string[]> {
  // In one go, without a second page that puts the frames together: there are no frames. What passed needs no places.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (within !== undefined) axe.include(within);
  // What react-aria has read out stays there for seconds by the id of a field, also when the field's dialog is gone by then.
  else axe.exclude('[data-live-announcer]');
  if (without !== undefined) axe.exclude(without);
  const { violations: found } = await axe.analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
