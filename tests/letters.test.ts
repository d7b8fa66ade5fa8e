import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from 'halvi-site/root'
import { expect, it } from 'vitest'
import { brotliSize, budgets } from '../scripts/budgets.js'
import { createPageHandler } from './page-handler.ts'

const assets = join(root, 'build/client/assets')
const read = (pattern: RegExp) => {
  const name = readdirSync(assets).find((one) => pattern.test(one))
  return readFileSync(join(assets, name ?? ''))
}

it('keeps the fonts and styles of other letters out of pages in English', async () => {
  const site = await createPageHandler()
  const page = await (await site.request('/waitlist')).text()
  await site.close()
  expect(page).toContain('data-letters="latin"')
  expect(page).toMatch(/rel="preload"[^>]*figtree/)
  expect(page).not.toMatch(/arabic|nastaliq|letters-|:dir\(rtl\)/)
})

it('limits the fonts and the stylesheet of a page in Arabic', () => {
  const letters = read(/^letters-.*\.css$/)
  const urls = [...letters.toString().matchAll(/assets\/([\w-]+\.woff2)/g)].map(([, name]) => name)
  expect(urls).toHaveLength(3)
  const latin = [read(/^figtree-(?!more)/), read(/^el-messiri-(?!more|arabic)/)]
  const fonts = [...latin, ...urls.map((name) => readFileSync(join(assets, name ?? '')))]
  expect(fonts.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(budgets.fonts)
  expect(brotliSize(letters)).toBeLessThanOrEqual(budgets.letters)
})
