/**
 * Draws the app screens and writes them to seed/images/screens/screen-01.webp, screen-02.webp …, in the order of
 * scenes.ts. Writes their metadata to seed/assets.json.
 *
 *   npm run screens              all of them
 *   npm run screens wallet map   those with these names
 *
 * Scenes do not depend on the date, random numbers, or the network: the same version of Chromium always draws the
 * same pixels. The cut corners use CSS `corner-shape`, which requires Chromium 139.
 */
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { findChromium } from '../../scripts/chromium.ts'
import { describeImages } from './describe.ts'
import { page as pageOf } from './page.ts'
import { scenes } from './scenes.ts'
import { stylesheet } from './stylesheet.ts'

const folder = fileURLToPath(new URL('../images/screens/', import.meta.url))
const names = process.argv.slice(2)

const browser = await chromium.launch({
  executablePath: findChromium(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--force-color-profile=srgb',
    '--font-render-hinting=none',
  ],
})
try {
  const styles = await stylesheet()
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
    offline: true,
  })
  const page = await context.newPage()
  mkdirSync(folder, { recursive: true })
  let total = 0
  for (const [index, scene] of scenes.entries()) {
    if (names.length > 0 && !names.includes(scene.name)) continue
    await page.setViewportSize({ width: 390, height: scene.height ?? 844 })
    await page.emulateMedia({ colorScheme: scene.theme === 'dark' ? 'dark' : 'light' })
    await page.setContent(pageOf(scene, styles))
    await page.evaluate(() => document.fonts.ready)
    const file = `screen-${String(index + 1).padStart(2, '0')}.webp`
    const { size } = await sharp(await page.screenshot())
      .webp({ quality: 80, effort: 6, smartSubsample: true })
      .toFile(`${folder}${file}`)
    total += size
    console.log(`${file}  ${(size / 1000).toFixed(0).padStart(3)} kB  ${scene.name}`)
  }
  console.log(`${(total / 1000).toFixed(0)} kB total`)
  await describeImages()
} finally {
  await browser.close()
}
