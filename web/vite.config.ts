import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { codeSplitting } from './bundles.ts';
import { reduceFont } from './fonts.ts';
import { splitIcons } from './icons.ts';
import { trimLibraries } from './libraries.ts';

/** URL of the server during development. */
const server = `http://127.0.0.1:${process.env.PORT ?? '8080'}`;

const cacheDirectory = fileURLToPath(new URL('../.cache/vite', import.meta.url));

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [splitIcons(), trimLibraries(), reduceFont(cacheDirectory), react()],
  // Relative, since the server writes the base path into the page.
  base: './',
  cacheDir: cacheDirectory,
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy allows no data: scripts, and fonts are cached better as files.
    assetsInlineLimit: 0,
    // All supported browsers have module preload.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting } },
    // The code of the first page is one large chunk, and so is the chart library.
    chunkSizeWarningLimit: 900,
  },
  worker: {
    format: 'es',
    // The server recognizes the script that may generate code by this name.
    rolldownOptions: { output: { entryFileNames: 'assets/[name]-[hash].js' } },
  },
  server: {
    port: 5173,
    proxy: { '/api': { target: server }, '/version.json': { target: server } },
  },
});
