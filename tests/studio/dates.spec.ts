import { waitForDocument, waitForNoDocument } from './stored.ts'
import { expect, field, open, runAction, test } from './studio.ts'

test('a date field shows that the date has passed, the current text, and the pages that use it', async ({
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
  await expect(launch.locator('a[href*="comingSoonPage"]')).toBeVisible()
  expect(await places.count()).toBeGreaterThan(2)

  // A new status changes every text immediately.
  await field(studio, 'launch.status').getByRole('radio').nth(2).check({ force: true })
  await expect(launch).toHaveAttribute('data-state', 'open')
  await expect(launch).toContainText(sentence.split('{')[0])
  await waitForDocument(content, 'drafts.siteSettings')
  // Discards in the Studio: deleting the draft through the API fails if the Studio is still saving.
  await runAction(studio, /^Discard/)
  await waitForNoDocument(content, 'drafts.siteSettings')
})
