import { searchable } from '../kernel/name-keys.ts';

interface Searched {
  name: string;
  code: string | null;
  kind: string | null;
  site: string | null;
  hall: string | null;
  line: string | null;
  manufacturer: string | null;
  model: string | null;
  serial_number: string | null;
}

/** Every word that a search may find the machine by. */
export function searchText({ name, code, kind, site, hall, line, manufacturer, model, serial_number }: Searched): string {
  return searchable([name, code, kind, site, hall, line, manufacturer, model, serial_number]);
}
