import type { ReactNode } from 'react';
import { loadAlarmsNow } from '../../lib/client/alarms/alarms.store.ts';
import { loadAttention, loadReadings } from '../../lib/client/dashboard/dashboard.store.ts';
import type { Ask } from '../../lib/client/kernel/block-store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { loadMeasurementsNow } from '../../lib/client/measurements/measurements-now.store.ts';
import type { Scope } from '../../lib/contract/scopes.ts';
import type { Key } from '../../lib/i18n/index.ts';
import type { PageContext } from '../shell/Signed.tsx';
import { AlarmsBlock } from './AlarmsBlock.tsx';
import { AttentionBlock } from './AttentionBlock.tsx';
import { FavoritesBlock } from './FavoritesBlock.tsx';
import { MeasurementsBlock } from './MeasurementsBlock.tsx';

export interface BlockProps<Data> {
  context: PageContext;
  deps: StoreDeps;
  /** What `load` brought for this place; null when the browser has to ask itself. */
  initial: Data | null;
}

/**
 * A part of the dashboard. To add one (recordings): write a component and its `load`, and register it in {@link BLOCKS}.
 *
 * The server calls `load` for its first render, with the rights of whoever looks, and hands the answer to `Component` as `initial`. The component
 * makes its store of it in `useState`, starts it with `useStarted`, and shows its own skeleton, emptiness and failure in the shape of its
 * rows: the frame gives it a section with a heading and nothing else. It is made anew when the organisation or workspace changes.
 */
export interface Block<Data = unknown> {
  /** Names its data and its section. */
  id: string;
  /** Without it the block isn't there. */
  scope: Scope;
  title: Key;
  /** Columns of a wide screen; a narrow one shows all blocks in the order of the list. */
  column: 'main' | 'side';
  /** It says something also where no logger has been added. */
  withoutLoggers?: boolean;
  load(ask: Ask): Promise<Data>;
  // A method, so that blocks of different data fit into one list.
  Component(props: BlockProps<Data>): ReactNode;
}
const block = <Data>(definition: Block<Data>): Block => definition as Block;

/** From top to bottom on a phone. */
export const BLOCKS: readonly Block[] = [
  block({
    id: 'alarms',
    scope: 'dlog:read',
    title: 'dashboard:alarms.title',
    column: 'main',
    load: loadAlarmsNow,
    Component: AlarmsBlock,
  }),
  block({
    id: 'attention',
    scope: 'dlog:read',
    title: 'dashboard:attention.title',
    column: 'main',
    load: loadAttention,
    Component: AttentionBlock,
  }),
  block({
    id: 'favorites',
    scope: 'org:read',
    title: 'dashboard:favorites.title',
    column: 'side',
    load: loadReadings,
    Component: FavoritesBlock,
  }),
  block({
    id: 'measurements',
    scope: 'tm:read',
    title: 'dashboard:measurements.title',
    column: 'main',
    withoutLoggers: true,
    load: loadMeasurementsNow,
    Component: MeasurementsBlock,
  }),
];
