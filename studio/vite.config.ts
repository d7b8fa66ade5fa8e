import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))

// Uses Vite directly instead of `sanity build`, whose page loads a script and fonts from Sanity's CDN.
export default defineConfig({
  root,
  base: '/studio/',
  publicDir: false,
  cacheDir: 'node_modules/.vite',
  resolve: {
    // React contexts fail if the page has two copies of any of these packages.
    dedupe: ['react', 'react-dom', 'styled-components', 'sanity'],
    alias: [{ find: /^@sanity\/eventsource$/, replacement: 'local-content-lake/studio' }],
  },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // One chunk of the Studio always has a few megabytes. Browsers load it once and cache it.
    chunkSizeWarningLimit: 10_000,
    reportCompressedSize: false,
    rolldownOptions: {
      // Some packages mark browser-only modules with 'use client'. Here, all code runs in the browser.
      onwarn(warning, warn) {
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning)
      },
    },
  },
})
