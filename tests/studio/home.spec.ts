import { administrator } from '../administrator.ts'
import { expectAccessible } from '../journeys/site.ts'
import { tool as leadsTool } from './leads-tool.ts'
import { expect, newId, newQuestion, test } from './studio.ts'

test('the start screen lists what is not published, and dates that have passed', async ({
  ownStudio: studio,
  content,
  site,
}) => {
  const id = await newQuestion(content)
  await studio.goto('/studio')
  const home = studio.getByTestId('home-tool')
  const dates = home.getByRole('region', { name: 'Dates' })
  const launch = dates.getByRole('listitem').filter({ hasText: 'Launch' })
  await expect(launch).toContainText('Passed')

  const question = `Changed ${newId('question')}?`
  const drafts = home.getByRole('region', { name: 'Not published yet' })
  const draft = drafts.getByRole('listitem').filter({ hasText: question })
  await expect(draft).toHaveCount(0)
  const { _rev, ...published } = (await content.getDocument(id)) ?? {}
  const create = { ...published, _id: `drafts.${id}`, question }
  // Written by the administrator, unlike what `content` writes.
  const written = await studio.request.post('/v1/data/mutate/production', {
    data: { mutations: [{ create }] },
    headers: { Origin: site.url },
  })
  expect(written.ok()).toBe(true)
  await expect(draft).toContainText(administrator.name)
  await expectAccessible(studio, undefined, '[data-testid=home-tool]')

  await draft.getByRole('link').press('Enter')
  await expect(studio.getByTestId('string-input').first()).toHaveValue(question)
  await studio.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(draft).toBeVisible()
  await content.delete(`drafts.${id}`)
  await expect(draft).toHaveCount(0)

  await content.patch('siteSettings').set({ 'launch.status': 'open' }).commit()
  await expect(launch).toHaveCount(0)
  await content.patch('siteSettings').set({ 'launch.status': 'dated' }).commit()
  await launch.getByRole('link').click()
  await expect(studio).toHaveURL(/siteSettings.*launch/)
})

test('each guide opens from the start screen, on a phone and by keyboard', async ({
  ownStudio: studio,
}) => {
  await studio.setViewportSize({ width: 360, height: 800 })
  await studio.emulateMedia({ colorScheme: 'dark' })
  await studio.goto('/studio/home')
  const home = studio.getByTestId('home-tool')
  const guides = home.getByRole('region', { name: 'How to' }).getByRole('link')
  await expect(guides).toHaveCount(5)
  await expect(home.getByRole('region', { name: 'Not published yet' })).toBeVisible()
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
  await studio.reload()
  await expect(studio.getByTestId('guide')).toBeVisible()
})

test('the Studio opens with the tool for the role', async ({ invite }) => {
  const viewer = await invite({ role: 'viewer', name: 'A viewer' })
  await viewer.goto('/studio')
  const home = viewer.getByTestId('home-tool')
  await expect(home.getByRole('region', { name: 'Dates' })).toBeVisible()
  await expect(home.getByRole('region', { name: 'How to' })).toHaveCount(0)
  const leads = await invite({ role: 'leads', name: 'A colleague' })
  await leads.goto('/studio')
  await expect(leadsTool(leads)).toBeVisible()
  await expect(leads.getByRole('link', { name: 'Home', exact: true })).toHaveCount(0)
})
