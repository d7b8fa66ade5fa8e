import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { bundledScripts } from './app/document/scripts/bundled.ts'
import { inlineScripts } from './app/document/scripts/inline-scripts.ts'
import { styleRules } from './app/document/style-rules.ts'
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
        if (file.startsWith(`${root}app/`) && !file.endsWith('.css'))
          ws.send({ type: 'full-reload' })
      })
    },
  }
}

/** Returns the modules of a workspace's folder, as others import them. */
const modulesIn = (folder: string, name: string): string[] =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }).flatMap((file) =>
    /(?<!\.test|\.d)\.tsx?$/.test(file) ? `${name}/${file.replace(/\.tsx?$/, '')}` : [],
  )

/**
 * Returns a plugin that leaves the workspaces out of the pages' code for the server, which uses the same modules and
 * shares its copy of them: scripts/programs.js bundles them with the pages, and in development Node imports them.
 */
function sharedModules(): Plugin {
  let isBuild = false
  return {
    name: 'shared-modules',
    enforce: 'pre',
    config(_config, { command }) {
      isBuild = command === 'build'
      const forms = modulesIn('packages/leads/forms', 'halvi-leads/forms')
      const external = ['halvi-leads/submit', ...forms, ...modulesIn('site', 'halvi-site')]
      // In development, Vite leaves out TypeScript only if this list has it.
      return isBuild ? {} : { ssr: { external } }
    },
    resolveId(id, _importer, { ssr }) {
      if (isBuild && ssr && id.startsWith('halvi-')) return { id, external: true }
    },
  }
}

export default defineConfig({
  plugins: [
    reloadPages(),
    sharedModules(),
    remix(remixConfig),
    tailwindcss(),
    inlineScripts(),
    bundledScripts(),
    styleRules(),
    bundledPackages(root),
  ],
  optimizeDeps: {
    // Pre-bundled from the start. Otherwise the first page in development loads two copies of React.
    include: ['@portabletext/react', '@sanity/image-url', 'groq'],
  },
  build: {
    // Also minifies the rules that the server inlines into pages.
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
