// Renders the icons and the image for shared links to public/, with the name and the slogan of the seed:
//   npx tsx scripts/brand/render.ts
import { readFile, writeFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { findChromium } from '../chromium.ts'
import { faviconSvg, ico, sharingHtml, squareIconHtml } from './images.ts'

const file = (path: string) => new URL(`../../${path}`, import.meta.url)

const seed = await readFile(file('seed/data.ndjson'), 'utf8')
const settings = seed
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as { _type: string; name: string; slogan: string })
  .find(({ _type }) => _type === 'siteSettings')
if (!settings) throw new Error('seed/data.ndjson has no site settings')
const face = await readFile(file('app/fonts/el-messiri.woff2'), 'base64')

const images = [
  { name: 'favicon.ico', width: 32, height: 32, html: squareIconHtml(32) },
  { name: 'apple-touch-icon.png', width: 180, height: 180, html: squareIconHtml(180) },
  {
    name: 'sharing.png',
    width: 1200,
    height: 630,
    html: sharingHtml({ ...settings, face: `data:font/woff2;base64,${face}` }),
  },
]

await writeFile(file('public/favicon.svg'), faviconSvg())
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
try {
  for (const { name, width, height, html } of images) {
    const page = await browser.newPage({ viewport: { width, height } })
    await page.setContent(`<!doctype html>${html}`)
    await page.evaluate(() => document.fonts.ready)
    const png = await page.screenshot()
    await writeFile(file(`public/${name}`), name.endsWith('.ico') ? ico(png, width) : png)
  }
} finally {
  await browser.close()
}
