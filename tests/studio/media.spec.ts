import sharp from 'sharp'
import { expectAccessible } from '../journeys/site.ts'
import { dropExpected } from './page-errors.ts'
import { newService } from './service-page.ts'
import { expect, newId, test } from './studio.ts'

const image = (background: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toBuffer()

test('images are uploaded, tagged, found by tag, and deleted only if no document uses them', async ({
  ownStudio: studio,
  content,
  complaints,
}) => {
  const [name, tag] = [`${newId('stall')}.png`, newId('tag')]
  await studio.goto('/studio/media')
  const tool = studio.getByTestId('media-tool')
  const named = (exact: string) => tool.getByRole('button', { name: exact, exact: true })
  const thumbnail = named(name)
  const upload = (mimeType: string, buffer: Buffer) =>
    tool.locator('input[type=file]').setInputFiles([{ name, mimeType, buffer }])
  await upload('image/png', Buffer.from('<html>'))
  await expect(studio.getByText(`${name}: This file is text`)).toBeVisible()
  await expect.poll(() => dropExpected(complaints, /status of 400/)).toBe(1)
  await expect(thumbnail).toHaveCount(0)
  await upload('image/png', await image('#7a2bd0'))
  await expect(thumbnail).toBeVisible()
  const other = await content.assets.upload('image', await image('#2bd07a'), {
    filename: `x${name}`,
  })
  await expect(named(`x${name}`)).toBeVisible()
  await expectAccessible(studio, undefined, '[data-testid=media-tool]')

  await thumbnail.press('Enter')
  const dialog = studio.getByTestId('image-dialog')
  await dialog.getByLabel('Add a tag').fill(tag)
  await dialog.getByLabel('Add a tag').press('Enter')
  await expect(dialog.getByRole('button', { name: `Remove tag ${tag}` })).toBeVisible()
  await studio.keyboard.press('Escape')
  await tool.getByLabel('Tag').selectOption(tag)
  await expect(tool.getByRole('status')).toHaveText('1 image')
  await tool.getByLabel('Tag').selectOption('')
  await tool.getByLabel('Search images').fill(`x${name.split('.')[0]}`)
  await expect(tool.getByRole('status')).toHaveText('1 image')
  await expect(named(`x${name}`)).toBeVisible()
  await tool.getByLabel('Search images').fill('')

  const uploaded = () =>
    content.fetch('*[_type == "sanity.imageAsset" && originalFilename == $name][0]._id', { name })
  const asset = { _type: 'reference', _ref: await uploaded() }
  const figure = { _type: 'figure', alt: 'A stall', asset }
  const page = await newService(content, { figure })
  await thumbnail.click()
  const remove = dialog.getByRole('button', { name: 'Delete', exact: true })
  await expect(dialog.getByRole('region', { name: 'Used in' }).getByRole('link')).toHaveCount(1)
  await expectAccessible(studio, undefined, '[data-testid=image-dialog]')
  await remove.click()
  await expect(dialog.getByRole('alert')).toContainText('in use')
  expect(await uploaded()).toBe(asset._ref)
  await studio.keyboard.press('Escape')

  await content.delete(page)
  await thumbnail.click()
  await remove.click()
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(thumbnail).toHaveCount(0)
  expect(await uploaded()).toBeNull()
  await content.delete(other._id)
})
