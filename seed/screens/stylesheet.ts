import { readFileSync } from 'node:fs'
import { compile } from 'tailwindcss'

const read = (path: string) => readFileSync(new URL(path, import.meta.url))

/**
 * Returns the stylesheet of the screens as self-contained CSS: the site's fonts and tokens, and the styles for
 * screens (screens.css).
 */
export async function stylesheet(): Promise<string> {
  const fonts = read('../../app/fonts/fonts.css')
    .toString()
    .replace(/url\("\.\/([\w-]+\.woff2)"\)/g, (_, file) => {
      return `url("data:font/woff2;base64,${read(`../../app/fonts/${file}`).toString('base64')}")`
    })
  const tokens = read('../../app/styles/tokens.css').toString()
  const { build } = await compile(`@tailwind utilities;\n${tokens}\n${read('screens.css')}`)
  return `${fonts}\n${build(['night'])}`
}
