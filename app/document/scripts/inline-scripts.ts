import { type Plugin, transformWithEsbuild } from 'vite'

const inPage = /\.js\?in-page$/

/** Returns a Vite plugin that turns a script imported with `?in-page` into minified text, to be inlined in pages. */
export function inlineScripts(): Plugin {
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
