import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { drawn as drawnByLucide } from './drawn.browser.tsx';
import type { Glyph, IconProps } from './Icon.tsx';

const kept = new Map<Glyph, Map<string, ReactElement>>();

/**
 * An icon with the markup that lucide would draw, of which it is asked once for each look. On the server: a list of fifty rows has some
 * hundred icons, each of two components with its children.
 */
export function drawn(props: Required<IconProps>): ReactElement {
  const looks = kept.get(props.of) ?? new Map<string, ReactElement>();
  kept.set(props.of, looks);
  const look = `${props.size} ${props.className}`;
  const element = looks.get(look) ?? draw(props);
  looks.set(look, element);
  return element;
}

function draw(props: Required<IconProps>): ReactElement {
  const markup = renderToStaticMarkup(drawnByLucide(props));
  const { className, inside } = /^<svg [^>]*\bclass="(?<className>[^"]*)"[^>]*>(?<inside>.*)<\/svg>$/s.exec(markup)?.groups ?? {};
  if (className === undefined || inside === undefined) throw new Error(`lucide draws an icon in another way: ${markup}`);
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={props.size}
      height={props.size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      style={{ width: props.size, height: props.size }}
      aria-hidden
      focusable={false}
      // What lucide wrote itself.
      dangerouslySetInnerHTML={{ __html: inside }}
    />
  );
}
