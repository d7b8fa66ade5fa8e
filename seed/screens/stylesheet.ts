import { readFileSync } from 'node:fs'
import { compile } from 'tailwindcss'

const read = (path: string) => readFileSync(new URL(path, import.meta.url))

/**
 * All styles of the screens as plain CSS that asks for no other file: the site's tokens and
 * faces, then what only the screens need.
 */
export async function stylesheet(): Promise<string> {
  const faces = read('../../app/fonts/fonts.css')
    .toString()
    .replace(/url\("\.\/([\w-]+\.woff2)"\)/g, (_, file) => {
      return `url("data:font/woff2;base64,${read(`../../app/fonts/${file}`).toString('base64')}")`
    })
  const tokens = read('../../app/styles/tokens.css').toString()
  const { build } = await compile(`@tailwind utilities;\n${tokens}\n${read('screens.css')}`)
  return `${faces}\n${build(['night'])}`
}
