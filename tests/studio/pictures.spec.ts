import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expectPage } from '../public-pages.ts'
import { dropExpected } from './page-errors.ts'
import { newService } from './service-page.ts'
import { publish, typeInto, waitForQuery, waitForSaved } from './stored.ts'
import { expect, open, test } from './studio.ts'

const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })

test('images: an upload with a crop is cropped on the page', async ({ studio, content, site }) => {
  const id = await newService(content)
  await open(studio, 'servicePage', id, { path: 'figure' })
  const input = studio.getByTestId('image-input').first()
  const create = { width: 800, height: 600, channels: 3, background: '#a05c2b' } as const
  const bytes = await sharp({ create }).png().toBuffer()
  await input.locator('input[type=file]').setInputFiles(file('stall.png', 'image/png', bytes))
  const isUploaded =
    '*[_id == $draft][0].figure{"asset": defined(asset), "upload": defined(_upload)}'
  const uploaded = { asset: true, upload: false }
  await waitForQuery(content, isUploaded, { draft: `drafts.${id}` }, uploaded)
  await typeInto(studio, content, `drafts.${id}`, 'figure.alt', 'A stall')
  await input.getByTestId('options-menu-edit-details').click()
  const dialog = studio.getByRole('dialog', { name: 'Edit hotspot and crop' })
  await drag(studio, dialog.locator('[data-handle="crop-right"]'), -0.25, dialog)
  await studio.keyboard.press('Escape')
  // The Studio drops a request to publish if the form changes the document after it.
  await waitForSaved(studio, content, `drafts.${id}`)
  const { asset, crop } = (await publish(studio, content, id)).figure
  expect(asset._ref).toMatch(/^image-[0-9a-f]{40}-800x600-png$/)
  expect(crop.right).toBeGreaterThan(0.1)
  expect(crop).toMatchObject({ left: 0, top: 0, bottom: 0 })
  const width = Math.round(800 * (1 - crop.right))
  const html = await expectPage(site, `/services/${id}`, 'alt="A stall"')
  expect(html).toMatch(new RegExp(`srcSet="[^"]*rect=0,0,${width},600[^"]* ${width}w"`))
  expect(html).toContain(`width="${width}" height="600" alt="A stall"`)
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
  const logged = studio.waitForEvent('console', (message) => /status of 400/.test(message.text()))
  await input.setInputFiles(file('page.png', 'image/png', Buffer.from('<html>')))
  await expect(studio.getByText('file is text').last()).toBeVisible()
  await logged
  expect(dropExpected(complaints, /status of 400/)).toBe(1)
  dropExpected(complaints, /Image preprocessing failed/)
  expect(await content.fetch('*[_id == $id][0].figure.asset', { id: `drafts.${id}` })).toBeNull()
  await content.delete({ query: '*[_id in [$id, "drafts." + $id]]', params: { id } })
})

/** Drags a handle by a fraction of the dialog's width, horizontally and vertically. */
async function drag(page: Page, handle: Locator, part: number, dialog: Locator): Promise<void> {
  // Waits until the dialog no longer moves.
  await handle.hover()
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
