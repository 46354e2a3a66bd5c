import { describe, expect, it } from 'vitest';
import { ROUTES, type RoutePath } from '../lib/routes.ts';
import { inScript, structuredData, trailOf } from './structured.ts';

const named = (path: RoutePath) => ({ name: `name of ${path}`, description: `</script> of ${path}` });
const of = (path: RoutePath) =>
  structuredData(path, 'sk', 'https://plant.example', named) as { '@graph': Record<string, unknown>[] } | null;

describe('what search engines are told', () => {
  it('leads from home to the page, over pages that exist', () => {
    expect(trailOf('/')).toEqual(['/']);
    expect(trailOf('/apps/datalogging/index1')).toEqual(['/', '/apps', '/apps/datalogging', '/apps/datalogging/index1']);
    expect(trailOf('/privacy')).toEqual(['/', '/privacy']);
  });

  it('names the software where it is presented, and the way everywhere below home', () => {
    expect(of('/')!['@graph'].map((one) => one['@type'])).toEqual(['SoftwareApplication']);
    const apps = of('/apps/datalogging')!['@graph'];
    expect(apps.map((one) => one['@type'])).toEqual(['SoftwareApplication', 'BreadcrumbList']);
    expect(apps[1]!.itemListElement).toEqual([
      { '@type': 'ListItem', position: 1, name: 'name of /', item: 'https://plant.example/sk' },
      { '@type': 'ListItem', position: 2, name: 'name of /apps', item: 'https://plant.example/sk/apps' },
      { '@type': 'ListItem', position: 3, name: 'name of /apps/datalogging', item: 'https://plant.example/sk/apps/datalogging' },
    ]);
    expect(of('/contacts')!['@graph'].map((one) => one['@type'])).toEqual(['BreadcrumbList']);
  });

  it('tells nothing of pages that are not to be found, and ends no script', () => {
    for (const { path, indexable } of ROUTES) expect(of(path) === null, path).toBe(!indexable);
    expect(inScript(of('/')!)).not.toContain('</');
  });
});
