import { fileURLToPath } from 'node:url'
import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { bundledScripts } from './app/document/scripts/bundled.ts'
import { inlineScripts } from './app/document/scripts/inline-scripts.ts'
import remixConfig from './remix.config.js'
import { bundledPackages } from './scripts/bundled-packages.js'

const root = fileURLToPath(new URL('.', import.meta.url))

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}

/** Returns a plugin that reloads open pages after a change of code that renders them. Vite updates styles in place. */
function reloadPages(): Plugin {
  return {
    name: 'reload-pages',
    apply: 'serve',
    configureServer({ watcher, ws }) {
      watcher.on('change', (file) => {
        if (/^(app|site)\//.test(file.slice(root.length)) && !file.endsWith('.css'))
          ws.send({ type: 'full-reload' })
      })
    },
  }
}

export default defineConfig({
  plugins: [
    reloadPages(),
    remix(remixConfig),
    tailwindcss(),
    inlineScripts(),
    bundledScripts(),
    bundledPackages(root),
  ],
  optimizeDeps: {
    // Pre-bundled from the start. Otherwise the first page in development loads two copies of React.
    include: ['@portabletext/react', '@sanity/image-url', 'groq'],
  },
  build: {
    // Also minifies the stylesheet that the server inlines into pages.
    cssMinify: 'esbuild',
    // Pages would download icons and images that are inlined into CSS even if they do not show them.
    assetsInlineLimit: 0,
    // In kB. The largest chunk has the overlays of the preview, which visitors do not load.
    chunkSizeWarningLimit: 700,
    rollupOptions: {
      onwarn(warning, warn) {
        // Routes without a component, such as aliases, have empty browser bundles.
        if (warning.code !== 'EMPTY_BUNDLE') warn(warning)
      },
    },
  },
})
