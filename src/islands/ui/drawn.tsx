import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { drawn as drawnInBrowser } from './drawn.browser.tsx';
import type { Glyph, IconProps } from './Icon.tsx';

const kept = new Map<Glyph, Map<string, ReactElement>>();

/**
 * An icon with the markup that the browser would draw, made once for each look. On the server: a list of fifty rows has some hundred icons,
 * each a component with its lines.
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
  const element = drawnInBrowser(props);
  const markup = renderToStaticMarkup(element);
  const inside = /^<svg [^>]*>(?<inside>.*)<\/svg>$/s.exec(markup)?.groups?.inside;
  if (inside === undefined) throw new Error(`an icon is drawn in another way: ${markup}`);
  const { className, style } = element.props;
  // What lucide wrote itself.
  return <svg viewBox="0 0 24 24" className={className} style={style} aria-hidden dangerouslySetInnerHTML={{ __html: inside }} />;
}
