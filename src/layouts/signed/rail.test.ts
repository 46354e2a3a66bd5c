import { describe, expect, it } from 'vitest';
import { ROUTES, routeOf } from '../../lib/routes.ts';
import { bottomItems, RAIL_ICONS, railGroups } from './rail.ts';

const paths = (groups: ReturnType<typeof railGroups>) =>
  groups.flatMap(({ items }) => items.filter((item) => item.allowed).map((item) => item.route.path));

describe('the rail', () => {
  it('has a drawing for every route that stands in it', () => {
    const nameless = ROUTES.filter((route) => route.nav.some((nav) => nav.startsWith('rail:')) && !RAIL_ICONS[route.icon ?? '']);
    expect(nameless).toEqual([]);
  });

  it('offers an analyst of time what his scopes open and nothing else', () => {
    expect(paths(railGroups(null, { scope: ['tm:read'] }))).toEqual([
      '/user/dashboard',
      '/tm/measurements',
      '/tm/screens',
      '/tm/operations',
      '/tm/allowance-sets',
    ]);
  });

  it('offers nothing to a person whom the server does not know', () => {
    expect(paths(railGroups(null, null))).toEqual([]);
  });

  it('marks the list while one of its details is open, and no neighbour whose path only begins alike', () => {
    const marked = (here: Parameters<typeof routeOf>[0]) =>
      railGroups(routeOf(here), { scope: [] }).flatMap(({ items }) =>
        items.filter((item) => item.current).map((item) => [item.route.path, item.current]),
      );
    expect(marked('/dlog/dataloggers/{id}')).toEqual([['/dlog/dataloggers', 'true']]);
    expect(marked('/org/machines')).toEqual([['/org/machines', 'page']]);
    expect(marked('/user/profile')).toEqual([]);
  });

  it('gives a phone one way into each area', () => {
    expect(bottomItems(railGroups(null, { scope: [] })).map((item) => item.route.path)).toEqual([
      '/user/dashboard',
      '/dlog/dataloggers',
      '/tm/measurements',
      '/org/machines',
    ]);
  });
});
