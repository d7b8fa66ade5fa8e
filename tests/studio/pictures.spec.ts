import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { dropExpected } from './page-errors.ts'
import { expectOnPage, newService } from './service-page.ts'
import { expect, field, open, publishButton, test } from './studio.ts'

const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })

test('images: an upload with a crop is cropped on the page', async ({ studio, content, site }) => {
  const id = await newService(content)
  await open(studio, 'servicePage', id, { path: 'figure' })
  const input = studio.getByTestId('image-input').first()
  const create = { width: 800, height: 600, channels: 3, background: '#a05c2b' } as const
  const bytes = await sharp({ create }).png().toBuffer()
  await input.locator('input[type=file]').setInputFiles(file('stall.png', 'image/png', bytes))
  await field(studio, 'figure.alt').getByTestId('string-input').fill('A stall')
  await input.getByTestId('options-menu-edit-details').click()
  const dialog = studio.getByRole('dialog', { name: 'Edit hotspot and crop' })
  await drag(studio, dialog.locator('[data-handle="crop-right"]'), -0.25, dialog)
  const figure = (_id: string) => content.fetch('*[_id == $_id][0].figure', { _id })
  await expect.poll(async () => (await figure(`drafts.${id}`)).crop?.right).toBeGreaterThan(0.1)
  // While the crop is dragged, the draft changes with each mouse move.
  let revision: string | undefined
  const isUnchanged = async () => {
    const before = revision
    revision = (await content.getDocument(`drafts.${id}`))?._rev
    return revision === before
  }
  await expect.poll(isUnchanged, { intervals: [1_000] }).toBe(true)

  await studio.keyboard.press('Escape')
  await publishButton(studio).click()
  await expect.poll(async () => (await figure(id))?.crop?.right).toBeGreaterThan(0.1)
  const { asset, crop } = await figure(id)
  expect(asset._ref).toMatch(/^image-[0-9a-f]{40}-800x600-png$/)
  expect(crop).toMatchObject({ left: 0, top: 0, bottom: 0 })
  const width = Math.round(800 * (1 - crop.right))
  await expectOnPage(site, id, new RegExp(`srcSet="[^"]*rect=0,0,${width},600[^"]* ${width}w"`))
  await expectOnPage(site, id, new RegExp(`width="${width}" height="600" alt="A stall"`))
  await content.delete(id)
})

test('images: an invalid file is rejected with a message about valid formats', async ({
  studio,
  content,
  complaints,
}) => {
  const id = await newService(content)
  await open(studio, 'servicePage', id, { path: 'figure' })
  const input = studio.getByTestId('image-input').first().locator('input[type=file]')
  await input.setInputFiles(file('page.png', 'image/png', Buffer.from('<html>')))
  await expect(studio.getByText('file is text').last()).toBeVisible()
  await expect.poll(() => dropExpected(complaints, /status of 400/)).toBe(1)
  dropExpected(complaints, /Image preprocessing failed/)
  expect(await content.fetch('*[_id == $id][0].figure.asset', { id: `drafts.${id}` })).toBeNull()
  await content.delete({ query: '*[_id in [$id, "drafts." + $id]]', params: { id } })
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
