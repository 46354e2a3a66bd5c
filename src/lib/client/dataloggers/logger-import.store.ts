import { importDataloggers, type LoggerColumn, undoLoggerImport } from '../../contract/logger-imports.ts';
import { LOGGER_HEADINGS, loggerValue } from '../../domain/dataloggers/logger-columns.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';
import { createTableImport, type TableImport } from '../kernel/table-import.store.ts';

/** A table of loggers on its way. */
export function createLoggerImport(deps: StoreDeps, workspace: string): TableImport<LoggerColumn> {
  const params = { organization_id: deps.organization };
  return createTableImport(deps, workspace, {
    headings: LOGGER_HEADINGS,
    needed: 'name',
    value: loggerValue,
    send: (body) => deps.call(importDataloggers, { params, body }),
    undo: (body) => deps.call(undoLoggerImport, { params, body }),
  });
}
