import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const layers = readFileSync('src/web/styles/layers.css', 'utf8');

/** States the order of the layers in each style sheet, because a browser may load any of them first. */
const layerOrder: Plugin = {
  name: 'layer-order',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('.module.css') ? `${layers}${code}` : undefined),
};

/** Builds the page into `dist/web`. `npm run dev:web` serves it from its sources, beside a service on port 3000. */
export default defineConfig({
  root: 'src/web',
  // Relative, so that a proxy can serve the page below a path of its own.
  base: '/',
  plugins: [react(), layerOrder],
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
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
  },
  server: { port: 5173, proxy: { '/api': process.env['PLUMBLINE_URL'] ?? 'http://127.0.0.1:3000' } },
});
