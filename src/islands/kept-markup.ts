import type { ComponentType, ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { isPhoneRequest, renderForPhone } from './shell/phone.ts';

/** An island may say of itself that its first render follows from its properties alone: from no clock, no store and nothing that is read. */
export interface Steady {
  followsFromProps?: true;
}

/** Markups of one island that are kept: 20 kB of memory each. */
const MOST = 100;
const kept = new WeakMap<ComponentType, Map<string, string>>();

/**
 * The markup of an island on the server, for what asked for its page. One that is {@link Steady} is rendered once for each of its properties: the
 * top bar is a fifth of a small page.
 */
export function markupOf(
  island: ReactElement<object, ComponentType & Steady>,
  options: { identifierPrefix?: string },
  request?: { headers: Pick<Headers, 'get'> },
): string {
  const { type, props } = island;
  const isForPhone = request !== undefined && isPhoneRequest(request.headers);
  renderForPhone(isForPhone);
  if (!type.followsFromProps) return renderToString(island, options);
  const markups = kept.get(type) ?? new Map<string, string>();
  kept.set(type, markups);
  const name = `${options.identifierPrefix} ${isForPhone} ${JSON.stringify(props)}`;
  const markup = markups.get(name) ?? renderToString(island, options);
  // The one that was used last stands last, the one longest unused is forgotten first.
  markups.delete(name);
  markups.set(name, markup);
  for (const oldest of markups.keys()) {
    if (markups.size <= MOST) break;
    markups.delete(oldest);
  }
  return markup;
}
