import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { codeSplitting } from './bundles.ts';
import { reduceFont } from './fonts.ts';
import { splitIcons } from './icons.ts';
import { trimLibraries } from './libraries.ts';

/** Where the server listens while the screens are being worked on. */
const server = `http://127.0.0.1:${process.env.PORT ?? '8080'}`;

const cacheDirectory = fileURLToPath(new URL('../.cache/vite', import.meta.url));

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [splitIcons(), trimLibraries(), reduceFont(cacheDirectory), react()],
  // The server writes the base path into the page: files find each other without it.
  base: './',
  cacheDir: cacheDirectory,
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The policy of the page allows no data: scripts, and fonts are cached better as files.
    assetsInlineLimit: 0,
    // All browsers that the scripts are written for know it themselves.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting } },
    // What the first page needs is one file, and so is the chart library, which pages with charts read.
    chunkSizeWarningLimit: 900,
  },
  worker: {
    format: 'es',
    // The server knows the script that may make code by this name.
    rolldownOptions: { output: { entryFileNames: 'assets/[name]-[hash].js' } },
  },
  server: {
    port: 5173,
    proxy: { '/api': { target: server }, '/version.json': { target: server } },
  },
});
