import { createHash } from 'node:crypto';
import type { Locale } from '../../constants.ts';

/**
 * What a report says, whatever it is then written as: plain values, so that it can be handed to a thread. Every text is already in its language
 * and every number already as people read it.
 */
export interface ReportDocument {
  locale: Locale;
  /** What it is: `Protokol o záznamu`. */
  kind: string;
  title: string;
  /** The line above the title, and the one below it. */
  above: string;
  below: string;
  /** Organisation and workspace. */
  issuer: string;
  /** Names the subject; the same for each report of it. */
  number: string;
  /** Revision of the subject as text; null = it has none. */
  revision: string | null;
  /** The page that the code leads to. */
  url: string;
  /** When it was made, as text; not a part of what is hashed. */
  made: string;
  hash: string;
  words: { hash: string; hash_text: string; check: string };
  blocks: readonly Block[];
}

export type Lamp = 'ok' | 'alarm' | 'late' | 'off' | 'gap' | 'excluded' | 'info';

/** A cell of a table; a bare text is one without more. */
export type Cell =
  | string
  | {
      text: string;
      /** A second, lighter line. */
      under?: string;
      strong?: boolean;
      muted?: boolean;
      lamp?: Lamp;
      /** Parts of a line: what was measured, where the limit is, whether it is met. */
      bar?: { share: number; mark: number; met: boolean | null };
      /** A number in a frame, as in the chart. */
      framed?: boolean;
    };

export interface Column {
  heading: string;
  /** Numbers stand right. */
  number?: boolean;
  /** Points; absent = as wide as what stands in it, `rest` = what is left. */
  width?: number | 'rest';
}

export type Pair = readonly [name: string, value: string];

export type Block =
  | { type: 'verdict'; lamp: Lamp; word: string; lines: readonly string[] }
  | { type: 'pairs'; title: string | null; beside: string | null; pairs: readonly Pair[] }
  | {
      type: 'table';
      title: string;
      beside: string | null;
      columns: readonly Column[];
      rows: readonly (readonly Cell[])[];
      /** Said where there is no row, or below the rows. */
      below: string | null;
      /** Begins on a page of its own. */
      newPage?: boolean;
    }
  | {
      type: 'charts';
      title: string;
      beside: string | null;
      axis: TimeAxis;
      panes: readonly Pane[];
      lanes: readonly Lane[];
      caption: string;
    }
  | { type: 'text'; title: string; paragraphs: readonly string[] }
  | {
      type: 'signatures';
      title: string;
      signed: { name: string; lines: readonly string[] } | null;
      none: string;
      line: string;
      /** The hash of the data that were signed, with what it is. */
      data: { name: string; hash: string } | null;
    };

/** Milliseconds since the epoch. */
export interface Stretch {
  from: number;
  to: number;
  label?: string;
}
export interface TimeAxis {
  from: number;
  to: number;
  name: string;
  ticks: readonly { at: number; label: string | null; strong: boolean }[];
}
export interface Pane {
  /** What is measured, and in which unit. */
  name: string;
  under: string;
  low: number;
  high: number;
  steps: readonly { at: number; label: string }[];
  traces: readonly Trace[];
  limits: readonly { at: number; label: string; side: 'high' | 'low' }[];
  gaps: readonly Stretch[];
  alarms: readonly Stretch[];
  excluded: readonly Stretch[];
  corrected: readonly Stretch[];
  notes: readonly { at: number; label: string }[];
}
/** What a channel of states was in, below the panes. */
export interface Lane {
  name: string;
  under: string;
  runs: readonly (Stretch & { label: string; tone: 'off' | 'plain' | 'good' | 'warning'; depth: number })[];
  gaps: readonly Stretch[];
}
export interface Trace {
  name: string;
  under: string;
  /** 1–8. */
  colour: number;
  /** Moments and values; null breaks the line. */
  points: readonly (readonly [at: number, value: number | null])[];
  /** Lowest and highest of each bucket; empty where points are readings. */
  band: readonly (readonly [at: number, low: number, high: number])[];
}

/**
 * SHA-256 over lines of UTF-8, each a JSON array as `JSON.stringify` writes it and a line feed: the head, then each block. When the report was made
 * is not in it, so the same data give the same hash.
 */
export function reportHash(document: Omit<ReportDocument, 'hash' | 'made'>): string {
  const hash = createHash('sha256');
  const line = (values: readonly unknown[]) => hash.update(`${JSON.stringify(values)}\n`);
  const { locale, kind, title, above, below, issuer, number, revision, url } = document;
  line(['report', 1, locale, kind, title, above, below, issuer, number, revision, url]);
  for (const block of document.blocks) line([block.type, block]);
  return hash.digest('hex');
}
