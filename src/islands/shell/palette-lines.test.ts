import { describe, expect, it } from 'vitest';
import type { SearchHit } from '../../lib/contract/search.ts';
import { type Ground, paletteGroups } from './palette-lines.ts';

const ID = '01890000-0000-7000-8000-000000000001';
const ORGANIZATION = 'o1';
const SCOPES = ['org:read', 'dlog:read', 'dlog:write', 'machines:read', 'tm:read'] as const;
const ground = (over: Partial<Ground> = {}): Ground => ({
  // Keys stand for words; what is put in stands behind.
  t: (key, params) => [key, ...Object.values(params ?? {})].join(' '),
  locale: 'en',
  organization: ORGANIZATION,
  profile: {
    scope: [...SCOPES],
    links: {
      organizations: [],
      workspaces: ['Hala 1', 'Čistírna'].map((name, at) => ({ workspace_id: `w${at}`, organization_id: ORGANIZATION, name, roles: [] })),
    },
  } as unknown as Ground['profile'],
  visits: [{ path: `/dlog/dataloggers/${ID}`, label: 'Čidlo 4' }],
  ...over,
});
const hit = (over: Partial<SearchHit>): SearchHit => ({
  names: null,
  entity: 'machines',
  id: ID,
  workspace_id: null,
  name: 'Lis 1',
  details: [],
  day: null,
  ...over,
});
const names = (text: string, hits: SearchHit[] = [], over: Partial<Ground> = {}) =>
  Object.fromEntries(
    paletteGroups(text, hits, ground(over), (day) => `on ${day}`).map(({ id, lines }) => [id, lines.map(({ name }) => name)]),
  );

describe('the palette', () => {
  it('offers what was opened last, the pages and the forms, as far as the person may use them', () => {
    expect(names('')).toEqual({
      recent: ['Čidlo 4'],
      pages: [
        'routes:dlog_dataloggers.name',
        'routes:dlog_charts.name',
        'routes:dlog_alarms.name',
        'routes:dlog_logger_types.name',
        'routes:dlog_sensor_types.name',
        'routes:dlog_received_data.name',
        'routes:dlog_recordings2.name',
        'routes:dlog_calibrations.name',
        'routes:dlog_marks.name',
        'routes:dlog_reports.name',
        'routes:tm_measurements.name',
        'routes:tm_screens.name',
        'routes:tm_operations.name',
        'routes:tm_allowance_sets.name',
        'routes:org_machines.name',
        'routes:org_workspace_workspace.name',
        'routes:org.name',
        'routes:user_dashboard.name',
        'routes:user_profile.name',
      ],
      commands: ['search:new.logger'],
    });
  });

  it('finds lines by their words without case and accents', () => {
    expect(names('CIDLO')).toEqual({ recent: ['Čidlo 4'] });
    expect(names('cistirna')).toEqual({ commands: ['search:workspace Čistírna'] });
    expect(names('color_mode.dark').commands).toEqual(['search:color common:color_mode.dark']);
    expect(names('hosting')).toEqual({ guides: ['routes:docs_hosting.title'] });
    expect(names('nowhere')).toEqual({});
  });

  it('shows what the server found behind its own lines, each once and in its group', () => {
    const found = [
      hit({ entity: 'dataloggers', name: 'Čidlo 4' }),
      hit({ entity: 'dataloggers', name: 'Čidlo 5', id: ID.replace(/1$/, '2') }),
      hit({ entity: 'measurements', name: 'Čidla ráno', day: '2026-03-02', details: ['Lis 1'] }),
      hit({ entity: 'people', name: 'Eva Čidlová' }),
    ];
    expect(names('cid', found)).toEqual({
      recent: ['Čidlo 4'],
      dataloggers: ['Čidlo 5'],
      measurements: ['Čidla ráno'],
      people: ['Eva Čidlová'],
    });
    const lines = paletteGroups('cid', found, ground(), (day) => `on ${day}`).flatMap((group) => group.lines);
    expect(lines.map(({ href, details }) => [href, ...details])).toEqual([
      [`/en/dlog/dataloggers/${ID}`, 'routes:dlog_dataloggers_id.name'],
      [`/en/dlog/dataloggers/${ID.replace(/1$/, '2')}`],
      [`/en/tm/measurements/${ID}`, 'Lis 1', 'on 2026-03-02'],
      ['/en/org?person=Eva%20%C4%8Cidlov%C3%A1#people'],
    ]);
  });

  it('does not offer to change the workspace where there is one only, nor hits of a text that was taken back', () => {
    const one = ground().profile.links.workspaces.slice(0, 1);
    const profile = { ...ground().profile, links: { organizations: [], workspaces: one } } as Ground['profile'];
    expect(names('hala', [], { profile })).toEqual({});
    expect(names('', [hit({})]).machines).toBeUndefined();
  });
});
