import { writeFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { dropExpected } from './page-errors.ts'
import { expectOnPage, newService } from './service-page.ts'
import { expect, field, open, publishButton, test } from './studio.ts'

const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })

/** Returns an image. Each test uses its own color, so that assets differ. */
const image = (background: string) =>
  sharp({ create: { width: 800, height: 600, channels: 3, background } })
    .png()
    .toBuffer()

test('images: an upload with a crop is cropped on the page', async ({ studio, content, site }) => {
  const id = await newService(content)
  await open(studio, 'servicePage', id, { path: 'figure' })
  const input = studio.getByTestId('image-input').first()
  const bytes = await image('#a05c2b')
  await input.locator('input[type=file]').setInputFiles(file('stall.png', 'image/png', bytes))
  await field(studio, 'figure.alt').getByTestId('string-input').fill('A stall')
  await input.getByTestId('options-menu-edit-details').click()
  const dialog = studio.getByRole('dialog', { name: 'Edit hotspot and crop' })
  await drag(studio, dialog.locator('[data-handle="crop-right"]'), -0.25, dialog)
  const figure = (_id: string) => content.fetch('*[_id == $_id][0].figure', { _id })
  await expect.poll(async () => (await figure(`drafts.${id}`)).crop?.right).toBeGreaterThan(0.1)

  await studio.keyboard.press('Escape')
  await publishButton(studio).click()
  // While the crop is dragged, the draft changes with each mouse move.
  await expect.poll(async () => (await figure(id))?.crop?.right).toBeGreaterThan(0.1)
  const { asset, crop } = await figure(id)
  expect(asset._ref).toMatch(/^image-[0-9a-f]{40}-800x600-png$/)
  expect(crop).toMatchObject({ left: 0, top: 0, bottom: 0 })
  const width = Math.round(800 * (1 - crop.right))
  await expectOnPage(site, id, new RegExp(`srcSet="[^"]*rect=0,0,${width},600[^"]* ${width}w"`))
  await expectOnPage(site, id, new RegExp(`width="${width}" height="600" alt="A stall"`))
  await content.delete(id)
})

test('images: a hotspot determines the crop for shared links', async ({
  studio,
  content,
  site,
}) => {
  const { _id } = await content.assets.upload('image', await image('#2b5ca0'))
  const asset = { _type: 'reference', _ref: _id }
  const id = await newService(content, { seo: { _type: 'seo', image: { _type: 'image', asset } } })
  await expectOnPage(site, id, /og:image" content="[^"]*rect=0,90,800,420/)
  await open(studio, 'servicePage', id)
  await studio.getByRole('tab', { name: 'Search and sharing' }).click()
  await studio.getByTestId('options-menu-edit-details').click()
  const dialog = studio.getByRole('dialog', { name: 'Edit hotspot and crop' })
  await drag(studio, dialog.locator('[data-handle="hotspotHandle"]'), -0.25, dialog)
  await drag(studio, dialog.locator('[data-handle="hotspot"]'), 0.25, dialog)
  const hotspot = () => content.fetch('*[_id == $id][0].seo.image.hotspot', { id: `drafts.${id}` })
  await expect.poll(async () => (await hotspot())?.y).toBeGreaterThan(0.55)
  await studio.keyboard.press('Escape')
  await publishButton(studio).click()
  await expectOnPage(site, id, /og:image" content="[^"]*rect=0,1[0-9]{2},800,420/)
  await content.delete(id)
})

test('images: invalid files are rejected with a message about valid formats', async ({
  studio,
  content,
  complaints,
}, testInfo) => {
  const id = await newService(content)
  const large = testInfo.outputPath('large.png')
  writeFileSync(large, Buffer.alloc(50_000_001))
  const bomb = await sharp({
    create: { width: 10_001, height: 10_000, channels: 3, background: '#000' },
    limitInputPixels: false,
  })
    .toColourspace('b-w')
    .png({ compressionLevel: 9 })
    .toBuffer()
  await open(studio, 'servicePage', id, { path: 'figure' })
  const input = studio.getByTestId('image-input').first().locator('input[type=file]')
  const heic = Buffer.from(`\0\0\0\x18ftypheic\0\0\0\0mif1heic${'\0'.repeat(99)}`)
  for (const [upload, status, reason] of [
    [file('page.png', 'image/png', Buffer.from('<html>')), 400, 'file is text'],
    [file('photo.heic', 'image/heic', heic), 400, 'file is HEIC'],
    [file('bomb.png', 'image/png', bomb), 400, '50 megapixels, or'],
    [large, 413, 'larger than 50 MB'],
  ] as const) {
    await input.setInputFiles(upload)
    await expect(studio.getByText(reason, { exact: false }).last()).toBeVisible()
    await expect.poll(() => dropExpected(complaints, new RegExp(`status of ${status}`))).toBe(1)
  }
  dropExpected(complaints, /Image preprocessing failed/)
  expect(await content.fetch('*[_id == $id][0].figure.asset', { id: `drafts.${id}` })).toBeNull()

  const script = '<script>document.title = "taken over"</script>'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64">${script}</svg>`
  await input.setInputFiles(file('star.svg', 'image/svg+xml', Buffer.from(svg)))
  const url = () => content.fetch('*[_id == $id][0].figure.asset->url', { id: `drafts.${id}` })
  await expect.poll(url).toBeTruthy()
  await studio.goto(await url())
  expect(await studio.title()).not.toBe('taken over')
  await content.delete(`drafts.${id}`)
  await content.delete(id)
})

/** Drags a handle by a fraction of the dialog's width, horizontally and vertically. */
async function drag(page: Page, handle: Locator, part: number, dialog: Locator): Promise<void> {
  const from = await handle.boundingBox()
  const whole = await dialog.boundingBox()
  if (!from || !whole) throw new Error('The handle or the dialog is not visible')
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + (whole.width * part) / 2, y + (whole.width * part) / 2)
  await page.mouse.move(x + whole.width * part, y + whole.width * part)
  await page.mouse.up()
}
