import { describe, expect, it } from 'vitest';
import { countPlaces, filterPlaces, groupOf, groupsOf } from './places.ts';

const links = {
  organizations: [
    { organization_id: 'o1', name: 'Závod Třebíč', roles: [] },
    { organization_id: 'o2', name: 'Laboratoř', roles: [] },
    { organization_id: 'o3', name: 'Sklad', roles: [] },
  ],
  workspaces: [
    { workspace_id: 'w1', organization_id: 'o1', name: 'Hala 1', time_zone: 'Europe/Prague', roles: [] },
    { workspace_id: 'w2', organization_id: 'o1', name: 'Žíhárna', time_zone: 'Europe/Prague', roles: [] },
    { workspace_id: 'w3', organization_id: 'o2', name: 'Hala 1', time_zone: 'Europe/Prague', roles: [] },
  ],
};
const WORDS = { all: 'Všechna pracoviště', locale: 'cs-CZ' };
const groups = groupsOf(links, WORDS);
const filtered = (q: string) => filterPlaces(groups, q).map(({ id, lines }) => [id, lines.map((line) => line.workspace)]);

describe('the places of a person', () => {
  it('are the workspaces of each organisation, with all of them as the first choice, also in an organisation without workspaces', () => {
    expect(groups.map(({ id, name, lines }) => [id, name, lines.map((line) => line.workspace)])).toEqual([
      ['o1', 'Závod Třebíč', [null, 'w1', 'w2']],
      ['o2', 'Laboratoř', [null, 'w3']],
      ['o3', 'Sklad', [null]],
    ]);
    expect(groups[0]?.lines[0]).toEqual({ organization: 'o1', workspace: null, name: 'Všechna pracoviště' });
    expect(countPlaces(groups)).toBe(6);
  });

  it('stand in the order of the language, numbers by size, behind the choice of all', () => {
    const halls = ['Hala 10', 'Ústí', 'Hala 2', 'Cejn', 'Chrudim'].map((name) => ({ workspace_id: name, name }));
    expect(groupOf('o1', 'Závod', halls, WORDS).lines.map((line) => line.name)).toEqual([
      ...['Všechna pracoviště', 'Cejn', 'Hala 2', 'Hala 10', 'Chrudim', 'Ústí'],
    ]);
  });

  it('are found by every word of theirs, without case and accents', () => {
    expect(filtered('ziharna')).toEqual([['o1', ['w2']]]);
    expect(filtered('hala')).toEqual([
      ['o1', ['w1']],
      ['o2', ['w3']],
    ]);
    expect(filtered('  HALA lab ')).toEqual([['o2', ['w3']]]);
    expect(filtered('hala 7')).toEqual([]);
  });

  it('are all there under the name of their organisation, and without a text', () => {
    expect(filtered('trebic')).toEqual([['o1', [null, 'w1', 'w2']]]);
    expect(filtered(' ')).toHaveLength(3);
  });
});
