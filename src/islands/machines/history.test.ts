import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../lib/contract/audit-events.ts';
import { changesOf, eventKind } from './history.ts';

const event = (verb: string, before: AuditEvent['before'], after: AuditEvent['after']) => ({ verb, before, after }) as AuditEvent;
const kind = (...given: Parameters<typeof event>) => Object.values(eventKind(event(...given), 'm1'));

describe('the history of a machine', () => {
  it('tells creating, changing, archiving and bringing back apart', () => {
    expect(kind('machines.create', null, { name: 'Lis' })).toEqual(['created', 'Lis']);
    expect(kind('machines.update', { archived_at: null }, { archived_at: null, name: 'Lis' })).toEqual(['changed', 'Lis']);
    expect(kind('machines.update', { archived_at: null }, { archived_at: 't' })).toEqual(['archived', null]);
    expect(kind('machines.update', { archived_at: 't' }, { archived_at: null })).toEqual(['restored', null]);
  });

  it('tells what came to the machine and what left it', () => {
    expect(kind('dataloggers.create', null, { name: 'Pec', machine_id: 'm1' })).toEqual(['logger_attached', 'Pec']);
    expect(kind('dataloggers.update', { machine_id: 'm1' }, { name: 'Pec', machine_id: 'm2' })).toEqual(['logger_detached', 'Pec']);
    expect(kind('channels.update', { machine_id: null }, { key: 't1', machine_id: 'm1' })).toEqual(['channel_attached', 't1']);
    expect(kind('channels.update', { machine_id: 'm1' }, { name: 'Teplota', machine_id: null })).toEqual(['channel_detached', 'Teplota']);
    expect(kind('files.create', null, { name: 'a.pdf' })).toEqual(['file_added', 'a.pdf']);
    expect(kind('files.update', { archived_at: null }, { name: 'a.pdf', archived_at: 't' })).toEqual(['file_removed', 'a.pdf']);
    expect(kind('files.update', { archived_at: 't' }, { name: 'a.pdf', archived_at: null })).toEqual(['file_restored', 'a.pdf']);
    expect(kind('files.update', { name: 'a' }, { name: 'b.pdf' })).toEqual(['file_changed', 'b.pdf']);
  });

  it('shows only fields that people set, with both values', () => {
    const before = { name: 'Lis', hall: null, rev: 1, updated_at: 'a', datalogger_count: 1 };
    const after = { name: 'Lis', hall: 'A', rev: 2, updated_at: 'b', datalogger_count: 2 };
    expect(changesOf(event('machines.update', before, after))).toEqual([{ field: 'hall', before: null, after: 'A' }]);
    expect(changesOf(event('machines.create', null, after))).toEqual([]);
    expect(changesOf(event('dataloggers.update', { name: 'a' }, { name: 'b' }))).toEqual([]);
  });
});
