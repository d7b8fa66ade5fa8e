import { expectAccessible } from '../journeys/site.ts'
import { expect, test } from './studio.ts'

test('the launch checklist shows open items and updates automatically', async ({
  ownStudio: studio,
  content,
}) => {
  await studio.goto('/studio')
  await studio.getByRole('link', { name: /^Launch \(\d+\)$/ }).click()
  const tool = studio.getByTestId('launch-tool')
  const item = (title: string) =>
    tool.getByRole('listitem').filter({ has: studio.getByText(title, { exact: true }) })
  await expect(item('Terms of Service')).toContainText('To do')
  await expect(item('Domain')).toContainText('SITE_URL')
  await expect(item('Backup')).toContainText('halvi backup')
  await expectAccessible(studio, undefined, '[data-testid=launch-tool]')

  await expect(item('Phone')).toContainText('fiction')
  const { phone } = (await content.getDocument('siteSettings'))?.contact ?? {}
  await content.patch('siteSettings').set({ 'contact.phone.number': '+12145550742' }).commit()
  await expect(item('Phone')).toContainText('Done')
  await content.patch('siteSettings').set({ 'contact.phone': phone }).commit()
  await expect(item('Phone')).toContainText('To do')

  await tool.getByRole('link', { name: 'Open Phone' }).click()
  await expect(studio).toHaveURL(/siteSettings/)
  await studio.getByRole('tab', { name: 'Contact' }).click()
  await expect(studio.getByLabel('Dialed number')).toHaveValue('+12145550142')
})

test('the launch checklist works on a phone, in the dark scheme, and by keyboard', async ({
  ownStudio: studio,
}) => {
  await studio.setViewportSize({ width: 360, height: 800 })
  await studio.emulateMedia({ colorScheme: 'dark' })
  await studio.goto('/studio/launch')
  const tool = studio.getByTestId('launch-tool')
  const people = tool.getByRole('link', { name: 'Open People' })
  await expect(people).toBeVisible()
  await expectAccessible(studio, undefined, '[data-testid=launch-tool]')
  expect(await tool.evaluate((element) => element.scrollWidth)).toBe(360)
  await people.focus()
  await studio.keyboard.press('Enter')
  await expect(studio.getByTestId('people-tool')).toBeVisible()
})
