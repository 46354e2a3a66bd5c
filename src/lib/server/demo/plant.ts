import type { MachineStatus } from '../../contract/machines.ts';
import type { OrganizationRole, WorkspaceRole } from '../../contract/scopes.ts';
import type { Shift, ShiftException } from '../../contract/shift-calendars.ts';

/** Machines, people and shifts of the plant that does not exist. */

export type DemoWorkspace = 'hall' | 'store';

export interface DemoMachine {
  code: string;
  name: string;
  workspace: DemoWorkspace;
  kind: string;
  hall: string;
  line: string | null;
  status: MachineStatus;
  manufacturer: string;
  model: string;
  serial_number: string;
  note: string | null;
  /** Seconds for one piece at best; null for what makes no pieces. */
  ideal_cycle_s: number | null;
  planned_stop_limit_s: number | null;
  micro_stop_limit_s: number | null;
  /** CZK. */
  cost_per_hour: number | null;
  /** Codes of the loggers that stand on it. */
  loggers: string[];
}

const SITE = 'Olomouc';

type Output = [cycle: number | null, plannedStop: number | null, microStop: number | null, cost: number | null];
function machine(
  [code, name, kind]: [code: string, name: string, kind: string],
  [workspace, hall, line]: [DemoWorkspace, string, string | null],
  [manufacturer, model, serial_number]: [string, string, string],
  [ideal_cycle_s, planned_stop_limit_s, micro_stop_limit_s, cost_per_hour]: Output,
  loggers: string[],
  { status = 'in_operation', note = null }: { status?: MachineStatus; note?: string | null } = {},
): DemoMachine {
  return {
    ...{ code, name, kind, workspace, hall, line, manufacturer, model, serial_number, status, note, loggers },
    ...{ ideal_cycle_s, planned_stop_limit_s, micro_stop_limit_s, cost_per_hour },
  };
}

export const DEMO_SITE = SITE;
export const DEMO_MACHINES: readonly DemoMachine[] = [
  machine(
    ['M-103', 'Pec 3', 'etážová pec'],
    ['hall', 'Pekárna', 'Linka chleba'],
    ['Hanácké pece', 'EP 12', '2016-0412'],
    [4.5, 900, 120, 1_450],
    ['LOG-0003'],
  ),
  machine(
    ['M-104', 'Pec 4', 'etážová pec'],
    ['hall', 'Pekárna', 'Linka pečiva'],
    ['Hanácké pece', 'EP 8', '2018-0077'],
    [3.2, 900, 120, 1_280],
    ['LOG-0004'],
  ),
  machine(
    ['M-111', 'Kynárna A', 'kynárna'],
    ['hall', 'Pekárna', 'Linka pečiva'],
    ['Klimatech', 'KY 4', 'K4-2290'],
    [null, null, null, 310],
    ['LOG-0005'],
  ),
  machine(
    ['M-117', 'Hnětač 2', 'spirálový hnětač'],
    ['hall', 'Pekárna', 'Linka chleba'],
    ['Moravské stroje', 'SH 240', '24-1187'],
    [null, 600, null, 420],
    [],
    {
      status: 'maintenance',
      note: 'Výměna řemenů a ložiska díže, hotovo do konce týdne.',
    },
  ),
  machine(
    ['M-201', 'Balicí linka 1', 'balicí linka'],
    ['hall', 'Balírna', 'Balení'],
    ['Pakon', 'FlowPack 60', 'FP60-0031'],
    [1, 300, 30, 760],
    [],
    {
      status: 'out_of_service',
      note: 'Čeká na prodej.',
    },
  ),
  machine(
    ['M-202', 'Balicí linka 2', 'balicí linka'],
    ['hall', 'Balírna', 'Balení'],
    ['Pakon', 'FlowPack 90', 'FP90-0112'],
    [0.67, 300, 30, 890],
    ['LOG-0014'],
  ),
  machine(
    ['M-301', 'Kompresor K1', 'šroubový kompresor'],
    ['hall', 'Strojovna', null],
    ['Vzduchotechna', 'ŠK 22', '22-5540'],
    [null, 1_800, null, 260],
    ['LOG-0011'],
  ),
  machine(['M-404', 'CNC 4', 'frézka'], ['hall', 'Obrobna', 'Buňka A'], ['Frézárna Zlín', 'FZ 500', '500-0918'], [186, 600, 60, 980], [], {
    status: 'standby',
  }),
  machine(
    ['M-405', 'CNC 5', 'frézka'],
    ['hall', 'Obrobna', 'Buňka A'],
    ['Frézárna Zlín', 'FZ 650', '650-0204'],
    [142, 600, 60, 1_120],
    ['LOG-0021'],
  ),
  machine(
    ['M-501', 'Chladírna 1', 'chladicí box'],
    ['store', 'Sklad chlazený', null],
    ['Klimatech', 'CHB 60', 'C60-0087'],
    [null, null, null, 140],
    ['LOG-0006'],
  ),
  machine(
    ['M-502', 'Chladírna 2', 'chladicí box'],
    ['store', 'Sklad chlazený', null],
    ['Klimatech', 'CHB 60', 'C60-0088'],
    [null, null, null, 140],
    ['LOG-0007'],
  ),
  machine(
    ['M-503', 'Mrazírna', 'mrazicí box'],
    ['store', 'Sklad mražený', null],
    ['Klimatech', 'MRB 40', 'M40-0019'],
    [null, null, null, 210],
    ['LOG-0008'],
  ),
];

export interface DemoPerson {
  name: string;
  /** Before the @ of the demo's domain. */
  mailbox: string;
  organization: OrganizationRole[];
  workspaces: Partial<Record<DemoWorkspace, WorkspaceRole[]>>;
}

/** Colleagues of the demo user; they have no password, so none of them can sign in. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  { name: 'Petr Havelka', mailbox: 'petr.havelka', organization: ['admin'], workspaces: {} },
  { name: 'Jana Dvořáková', mailbox: 'jana.dvorakova', organization: ['auditor'], workspaces: {} },
  { name: 'Martin Kučera', mailbox: 'martin.kucera', organization: ['member'], workspaces: { hall: ['manager'], store: ['viewer'] } },
  {
    name: 'Lucie Benešová',
    mailbox: 'lucie.benesova',
    organization: ['member'],
    workspaces: { hall: ['technician'], store: ['technician'] },
  },
  { name: 'Eva Šimková', mailbox: 'eva.simkova', organization: ['member'], workspaces: { hall: ['analyst'] } },
  { name: 'Tomáš Zeman', mailbox: 'tomas.zeman', organization: ['member'], workspaces: { hall: ['operator'] } },
];

const WORKDAYS = [1, 2, 3, 4, 5];
const pause = (name: string, start: string, end: string, paid: boolean) => ({ name, start, end, paid });

/** The shifts of each workspace: the hall works round the clock, the store by day. */
export const DEMO_SHIFTS: Record<DemoWorkspace, Shift[]> = {
  hall: [
    {
      name: 'Ranní',
      days: WORKDAYS,
      start: '06:00',
      end: '14:00',
      breaks: [pause('Oběd', '10:00', '10:30', false), pause('Svačina', '12:30', '12:40', true)],
    },
    { name: 'Odpolední', days: WORKDAYS, start: '14:00', end: '22:00', breaks: [pause('Večeře', '18:00', '18:30', false)] },
    { name: 'Noční', days: [1, 2, 3, 4, 7], start: '22:00', end: '06:00', breaks: [pause('Přestávka', '02:00', '02:30', false)] },
  ],
  store: [{ name: 'Denní', days: WORKDAYS, start: '07:00', end: '15:30', breaks: [pause('Oběd', '11:00', '11:30', false)] }],
};

/** Days of a year on which nobody works or only some do. */
export const demoExceptions = (year: number): ShiftException[] => [
  { date: `${year}-12-24`, name: 'Štědrý den', shifts: [] },
  { date: `${year}-12-31`, name: 'Silvestr', shifts: [{ name: 'Ranní', days: [], start: '06:00', end: '12:00', breaks: [] }] },
];
