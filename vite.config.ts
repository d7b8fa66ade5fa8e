import { fileURLToPath } from 'node:url'
import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { bundledScripts } from './app/document/scripts/bundled.ts'
import { scriptsInPages } from './app/document/scripts/in-page.ts'
import remixConfig from './remix.config.js'
import { bundledPackages } from './scripts/bundled-packages.js'
import { serverChanges } from './scripts/development/server-changes.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}

export default defineConfig({
  plugins: [
    serverChanges(),
    remix(remixConfig),
    tailwindcss(),
    scriptsInPages(),
    bundledScripts(),
    bundledPackages(root),
  ],
  optimizeDeps: {
    // Known beforehand, or the first visit while developing meets two copies of React.
    include: ['@portabletext/react', '@sanity/image-url', 'groq'],
  },
  build: {
    // Also for the style sheet that the server puts into pages.
    cssMinify: 'esbuild',
    // An icon or picture inlined into CSS would be downloaded by pages that never show it.
    assetsInlineLimit: 0,
    // The overlays of the preview, in kB. Nobody else loads them.
    chunkSizeWarningLimit: 700,
    rollupOptions: {
      onwarn(warning, warn) {
        // Routes without a component, such as aliases, leave nothing for the browser.
        if (warning.code !== 'EMPTY_BUNDLE') warn(warning)
      },
    },
  },
})
