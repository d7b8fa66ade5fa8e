import { type Plugin, transformWithEsbuild } from 'vite'

const inPage = /\.js\?in-page$/

/** Gives a script that is to stand in pages, imported with `?in-page`, as short text. */
export function scriptsInPages(): Plugin {
  return {
    name: 'scripts-in-pages',
    enforce: 'pre',
    async transform(code, id) {
      if (!inPage.test(id)) return
      const script = await transformWithEsbuild(code, id.replace(inPage, '.js'), {
        minify: true,
        format: 'iife',
        target: 'es2022',
      })
      return `export default ${JSON.stringify(script.code.trim())}`
    },
  }
}
