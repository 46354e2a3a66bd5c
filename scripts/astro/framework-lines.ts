import type { Plugin } from 'vite';

/** Lines of the framework that do work for each page which none of our pages needs, and what they do instead. */
const LINES = [
  {
    // None of our islands waits for anything on the server, so a stream gives the same markup for more work. The framework has a switch for
    // that, which forgets the prefix of ids: those of two islands of a page would be the same.
    file: /[\\/]@astrojs[\\/]react[\\/]dist[\\/]server\.js$/,
    line: 'html = await renderToReadableStreamAsync(vnode, renderOptions);',
    instead: 'html = markupOf(vnode, renderOptions, this?.result?.request);',
  },
  {
    file: /[\\/]@astrojs[\\/]react[\\/]dist[\\/]server\.js$/,
    line: 'import React from "react";',
    instead: 'import React from "react"; import { markupOf } from "/src/islands/kept-markup.ts";',
  },
  {
    // Whether a component is React's was asked by rendering it once more, for each page.
    file: /[\\/]@astrojs[\\/]react[\\/]dist[\\/]server\.js$/,
    line: 'async function check(Component, props, children, metadata) {',
    instead: `const known = new WeakSet();
async function check(Component, props, children, metadata) {
  if (known.has(Component)) return true;
  const isReact = await checkByRendering.call(this, Component, props, children, metadata);
  if (isReact) known.add(Component);
  return isReact;
}
async function checkByRendering(Component, props, children, metadata) {`,
  },
  {
    // A hash of the markup and the properties of an island, for what exchanges modules while somebody develops. It writes the properties as text
    // once more than the island does.
    file: /[\\/]astro[\\/]dist[\\/]runtime[\\/]server[\\/]render[\\/]component\.js$/,
    line: `const astroId = shorthash(
    \`<!--\${metadata.componentExport.value}:\${metadata.componentUrl}-->
\${html}
\${serializeProps(
      props,
      metadata
    )}\`
  );`,
    instead: 'const astroId = undefined;',
  },
  {
    // The properties of islands are plain JSON, as the API answers: nothing has to be told from text, so that no value needs a wrapping of its own (an eighth of
    // them) nor the copy of all that the wrapping is made in. Between double quotes each of theirs took six letters, a seventh of a list of fifty rows.
    file: /[\\/]astro[\\/]dist[\\/]runtime[\\/]server[\\/]hydration\.js$/,
    line: 'island.props["props"] = escapeHTML(serializeProps(props, metadata));',
    instead: `const { text, gives, takes } = writtenProps(result, props);
    island.props["props"] = text;
    if (gives) island.props["gives"] = "";
    if (takes.length > 0) island.props["takes"] = takes.join(" ");`,
  },
  {
    file: /[\\/]astro[\\/]dist[\\/]runtime[\\/]server[\\/]hydration\.js$/,
    line: 'import { serializeProps } from "./serialize.js";',
    instead: 'import { writtenProps } from "/src/islands/written-props.ts";',
  },
  {
    file: /[\\/]astro[\\/]dist[\\/]runtime[\\/]server[\\/]render[\\/]component\.js$/,
    line: 'const renderedElement = renderElement("astro-island", island, false);',
    // What only the framework's own element would read stays out.
    instead: `const { props: written = "{}", client, opts, "component-export": name, "await-children": waits, ...others } = island.props;
      const renderedElement = renderElement("astro-island", { ...island, props: others }, false).replace("<astro-island", () => "<astro-island props='" + written + "'");`,
  },
  {
    // The element of islands is a file, which browsers keep: `src/lib/client/kernel/island.ts`.
    file: /[\\/]astro[\\/]dist[\\/]runtime[\\/]server[\\/]scripts\.js$/,
    line: `</style><script>\${getDirectiveScriptText(result, directive)}</script><script>\${process.env.NODE_ENV === "development" ? islandScriptDev : islandScript}</script>`,
    instead: '</style>',
  },
  {
    // The same scripts and styles of the build were hashed for the policy of each page that is sent.
    file: /[\\/]astro[\\/]dist[\\/]core[\\/]encryption\.js$/,
    line: 'async function generateCspDigest(data, algorithm) {',
    instead: `const cspDigests = new Map();
function generateCspDigest(data, algorithm) {
  const key = algorithm + data;
  if (!cspDigests.has(key)) cspDigests.set(key, digestForCsp(data, algorithm));
  return cspDigests.get(key);
}
async function digestForCsp(data, algorithm) {`,
  },
];

/** Changes those lines in the server's build, and ends the build when one of them isn't there any more. */
export function frameworkLines(): Plugin {
  return {
    name: 'framework-lines',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const path = id.split('?', 1)[0] ?? '';
      const changes = LINES.filter(({ file }) => file.test(path));
      if (changes.length === 0) return null;
      if (changes.some(({ line }) => !code.includes(line)))
        throw new Error(`${path} works in another way than scripts/astro/framework-lines.ts knows`);
      return { code: changes.reduce((changed, { line, instead }) => changed.replace(line, () => instead), code), map: null };
    },
  };
}
