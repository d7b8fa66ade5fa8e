import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))

// Plain Vite rather than `sanity build`, whose page loads a script and fonts from Sanity's CDN.
export default defineConfig({
  root,
  base: '/studio/',
  publicDir: false,
  cacheDir: 'node_modules/.vite',
  resolve: {
    // Two of any of these in one page, and contexts no longer meet.
    dedupe: ['react', 'react-dom', 'styled-components', 'sanity'],
    alias: [{ find: /^@sanity\/eventsource$/, replacement: `${root}embedded/event-source.ts` }],
  },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // One chunk of the Studio is a few megabytes whatever we do; it is loaded once and kept.
    chunkSizeWarningLimit: 10_000,
    reportCompressedSize: false,
    rolldownOptions: {
      // Packages mark what runs in browsers alone; here everything does.
      onwarn(warning, warn) {
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning)
      },
    },
  },
})
