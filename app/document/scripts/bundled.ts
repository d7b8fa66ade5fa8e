import { createHash } from 'node:crypto'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Plugin } from 'vite'

const bundled = /\?script$/

/** Where a script is while it is developed. */
const developed = '/@script/'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Gives the address of a script that a page loads by itself, imported with `?script`: one file with all
 * that it imports, Preact in React's place (docs/decisions/0031).
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
      if (isServing) return `export default ${JSON.stringify(developed + relative(root, file))}`
      const source = await bundle(file)
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
      const name = `assets/${basename(file).replace(/\.\w+$/, '')}-${hash}.js`
      if (!ssr) this.emitFile({ type: 'asset', fileName: name, source })
      return `export default "/${name}"`
    },
    configureServer({ middlewares }) {
      middlewares.use(async ({ url = '' }, response, next) => {
        if (!url.startsWith(developed)) return next()
        const source = await bundle(join(root, url.slice(developed.length))).catch(next)
        if (!source) return
        response.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' })
        response.end(source)
      })
    },
  }
}

async function bundle(file: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
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
  if (!script) throw new Error(`${file} could not be bundled`)
  return script.contents
}
