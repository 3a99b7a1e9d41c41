import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const layers = readFileSync('src/web/styles/layers.css', 'utf8');

/** States the order of the layers in each style sheet, because a browser may load any of them first. */
const layerOrder: Plugin = {
  name: 'layer-order',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('.module.css') ? `${layers}${code}` : undefined),
};

/**
 * Writes lengths in rem, so that the page grows with the text size of the browser. The style sheets are drawn for text of
 * 16 pixels. Lines and gaps of 1 to 3 pixels stay.
 */
const inRem = (text: string): string =>
  text.replaceAll(/(?<![\w.])(\d*\.?\d+)px\b/g, (px, n) => (Number(n) > 3 ? `${Number(n) / 16}rem` : px));

const remLengths = {
  postcssPlugin: 'rem-lengths',
  Declaration: (declaration: { value: string }) => {
    declaration.value = inRem(declaration.value);
  },
  AtRule: (rule: { params: string }) => {
    rule.params = inRem(rule.params);
  },
};

/** Writes each text that the service sends in its codings too, beside it. The service has no time for this effort. */
const packed: Plugin = {
  name: 'packed',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (!/^assets\/.*\.(js|css|svg)$/.test(file.fileName)) continue;
        const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        const [br, gz] = [brotliCompressSync(bytes, { params }), gzipSync(bytes, { level: 9 })];
        this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: br });
        this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: gz });
      }
    },
  },
};

/** Leaves the first sentence of each description in a declaration: the page shows no more, and every screen loads them. */
const firstSentences: Plugin = {
  name: 'first-sentences',
  apply: 'build',
  transform(code, id) {
    if (!/\/src\/resources\/.*\.ts$/.test(id)) return null;
    const cuts: { start: number; end: number; text: string }[] = [];
    eachDescription(this.parse(code), (value) => {
      const text = textOf(value);
      if (text !== null) cuts.push({ ...value, text: JSON.stringify(text.split(/(?<=\.)\s/)[0]) });
    });
    const cut = cuts.toSorted((one, other) => other.start - one.start);
    return cut.reduce((rest, { start, end, text }) => rest.slice(0, start) + text + rest.slice(end), code);
  },
};

interface SyntaxNode {
  readonly [part: string]: unknown;
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Visits the value of each property `description`. */
function eachDescription(node: unknown, visit: (value: SyntaxNode) => void): void {
  if (typeof node !== 'object' || node === null) return;
  const { type, key, value } = node as { type?: string; key?: { name?: string }; value?: SyntaxNode };
  if (type === 'Property' && key?.name === 'description' && value) visit(value);
  else for (const part of Object.values(node)) eachDescription(part, visit);
}

/** The text of a literal, or of several that are joined; null for another expression. */
function textOf({ type, value, left, right }: SyntaxNode): string | null {
  if (type === 'Literal') return typeof value === 'string' ? value : null;
  if (type !== 'BinaryExpression') return null;
  const [before, after] = [textOf(left as SyntaxNode), textOf(right as SyntaxNode)];
  return before === null || after === null ? null : before + after;
}

/** Has the browser load the font of the Latin script together with the script and the style. */
const fontPreload: Plugin = {
  name: 'font-preload',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => /ibm-plex-sans-latin-standard/.test(name))
        .map((name) => ({
          tag: 'link',
          injectTo: 'head',
          attrs: { rel: 'preload', href: `/${name}`, as: 'font', type: 'font/woff2', crossorigin: true },
        })),
  },
};

/** Builds the page into `dist/web`. `npm run dev:web` serves it from its sources, beside a service on port 3000. */
export default defineConfig({
  root: 'src/web',
  // Relative, so that a proxy can serve the page below a path of its own.
  base: '/',
  css: { postcss: { plugins: [remLengths] } },
  plugins: [react(), layerOrder, firstSentences, fontPreload, packed],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    assetsDir: 'assets',
    // The policy of the page allows no data: URLs for scripts and fonts.
    assetsInlineLimit: 0,
    // The first script is larger than the usual limit; a test holds it to a budget, compressed.
    chunkSizeWarningLimit: 600,
    manifest: 'manifest.json',
    license: { fileName: 'licenses.md' },
    modulePreload: { polyfill: false },
    // One script for all that the first screen needs, however many lazy screens share parts of it.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
      // `npm ci` builds the page, and a report of the times of plugins would look like a fault.
      checks: { bundlerTimings: false },
    },
  },
  server: { port: 5173, proxy: { '/api': process.env['PLUMBLINE_URL'] ?? 'http://127.0.0.1:3000' } },
});
