import { act, expect, field, open, test } from './studio.ts'

test('a date says that it has passed, what texts tell meanwhile, and where', async ({
  studio,
  content,
}) => {
  await open(studio, 'siteSettings', 'siteSettings', { path: 'launch' })
  await studio.getByRole('tab', { name: 'Launch and offer' }).click()
  const launch = field(studio, 'launch').getByTestId('dated-state')
  await expect(launch).toHaveAttribute('data-state', 'passed')
  const sentence = await content.fetch('*[_id == "siteSettings"][0].launch.sentences.open')
  await expect(launch).not.toContainText(sentence.split('{')[0])
  const places = launch.getByRole('link')
  await expect.poll(() => places.count()).toBeGreaterThan(5)
  await expect(launch.locator('a[href*="waitlistPage"]')).toBeVisible()

  // What staff say next stands at once in every text.
  await field(studio, 'launch.status').getByRole('radio').nth(2).check({ force: true })
  await expect(launch).toHaveAttribute('data-state', 'open')
  await expect(launch).toContainText(sentence.split('{')[0])
  await expect.poll(() => content.fetch('count(*[_id == "drafts.siteSettings"])')).toBe(1)
  // By the Studio: what takes a draft away while it still saves makes it fail.
  await act(studio, /^Discard/)
  await expect.poll(() => content.fetch('count(*[_id == "drafts.siteSettings"])')).toBe(0)
})
