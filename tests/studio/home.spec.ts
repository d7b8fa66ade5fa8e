import { expectAccessible } from '../journeys/site.ts'
import { tool as leadsTool, submit } from './leads-tool.ts'
import { expect, goTo, test } from './studio.ts'

test('the start screen lists new leads', async ({ studio }) => {
  await goTo(studio, '/studio/home')
  await submit(studio, '/waitlist', { name: 'Amina', interests: 'openStore' })
  const home = studio.getByTestId('home-tool')
  const items = home.getByRole('region', { name: 'Needs attention' }).getByRole('listitem')
  const leads = items.getByRole('link', { name: /^New leads: \d/ })
  await expect(leads).toBeVisible()
  await expectAccessible(studio, undefined, '[data-testid=home-tool]')
  await leads.press('Enter')
  await expect(leadsTool(studio)).toBeVisible()
  await expect(studio).toHaveURL(/status=new/)
})

test('each guide opens from the start screen, on a phone and by keyboard', async ({ studio }) => {
  await studio.setViewportSize({ width: 360, height: 800 })
  await studio.emulateMedia({ colorScheme: 'dark' })
  await goTo(studio, '/studio/home')
  const home = studio.getByTestId('home-tool')
  const guides = home.getByRole('region', { name: 'How to' }).getByRole('link')
  await expect(guides).toHaveCount(6)
  await expect(home.getByRole('region', { name: 'Needs attention' })).toBeVisible()
  const width = await home.evaluate((element) => element.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
  for (const title of await guides.allTextContents()) {
    await guides.getByText(title, { exact: true }).press('Enter')
    const guide = studio.getByTestId('guide')
    await expect(guide.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expect(guide.getByRole('listitem').first()).toBeVisible()
    await guide.getByRole('link', { name: 'Home' }).press('Enter')
  }
  await guides.first().click()
  await expectAccessible(studio, undefined, '[data-testid=guide]')
})

test('the Studio opens with the tool for the role', async ({ invite }) => {
  const viewer = await invite({ role: 'viewer', name: 'A viewer' })
  await viewer.goto('/studio')
  const home = viewer.getByTestId('home-tool')
  await expect(home.getByRole('region', { name: 'Needs attention' })).toBeVisible()
  await expect(home.getByRole('region', { name: 'How to' })).toHaveCount(0)
  await expect(viewer.getByRole('link', { name: 'Leads', exact: true })).toHaveCount(0)
  await goTo(viewer, '/studio/leads')
  await expect(viewer.getByRole('heading', { name: 'Tool not found: leads' })).toBeVisible()
  const leads = await invite({ role: 'leads', name: 'A colleague' })
  await leads.goto('/studio')
  await expect(leadsTool(leads)).toBeVisible()
  await expect(leads.getByRole('link', { name: 'Home', exact: true })).toHaveCount(0)
})
