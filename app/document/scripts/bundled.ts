import { createHash } from 'node:crypto'
import { basename, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Plugin } from 'vite'

const bundled = /\?script$/

/** The path prefix of scripts in development. */
const devPrefix = '/@script/'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Returns a Vite plugin that bundles a script imported with `?script` and its imports into one file. Replaces React
 * with Preact (decision 0031).
 */
export function bundledScripts(): Plugin {
  let isServing = false
  let root = ''
  return {
    name: 'bundled-scripts',
    enforce: 'pre',
    configResolved(config) {
      isServing = config.command === 'serve'
      root = config.root
    },
    async load(id, { ssr = false } = {}) {
      if (!bundled.test(id)) return
      const file = id.replace(bundled, '')
      if (isServing) return `export default ${JSON.stringify(devPrefix + relative(root, file))}`
      const { source, modules } = await bundle(file)
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
      const name = `assets/${basename(file).replace(/\.\w+$/, '')}-${hash}.js`
      if (!ssr) this.emitFile({ type: 'asset', fileName: name, source })
      return { code: `export default "/${name}"`, meta: { bundled: modules } }
    },
    configureServer({ middlewares }) {
      middlewares.use(async ({ url = '' }, response, next) => {
        if (!url.startsWith(devPrefix)) return next()
        const script = await bundle(join(root, url.slice(devPrefix.length))).catch(next)
        if (!script) return
        response.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' })
        response.end(script.source)
      })
    },
  }
}

/** Returns a bundled script, and the paths of its source files. */
async function bundle(file: string): Promise<{ source: Uint8Array; modules: string[] }> {
  const { outputFiles, metafile } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    alias: {
      react: 'preact/hooks',
      'react/jsx-runtime': 'preact/jsx-runtime',
      'react-dom/client': here('../../components/islands/preact-dom.ts'),
    },
    logLevel: 'warning',
  })
  const [script] = outputFiles
  if (!script) throw new Error(`esbuild produced no output for ${file}`)
  return {
    source: script.contents,
    modules: Object.keys(metafile.inputs).map((path) => resolve(path)),
  }
}
