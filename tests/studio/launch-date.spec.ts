import { typeInto, waitForPublished } from './stored.ts'
import { expect, field, open, publishButton, test } from './studio.ts'

test('publishing a launch month offers to date the legal pages that mention it', async ({
  studio,
  content,
}) => {
  const before = await content.getDocument('siteSettings')
  const terms = await content.getDocument('legal-terms')
  if (!before || !terms) throw new Error('The seed has no settings or terms')
  await open(studio, 'siteSettings', 'siteSettings')
  await studio.getByRole('tab', { name: 'Launch and offer' }).click()
  const month = field(studio, 'launch.month')
  const year = new Date().getFullYear() + 1
  await expect(month.getByTestId('date-input')).toHaveValue('May 2025')
  await month.getByTestId('date-input').fill(`June ${year}`)
  await month.getByTestId('date-input').press('Tab')
  const state = field(studio, 'launch').getByTestId('dated-state')
  await expect(state).toHaveAttribute('data-state', 'before')
  await typeInto(studio, content, 'drafts.siteSettings', 'launch.monthWords', 'Q2')
  await expect(state).toContainText('Q2')
  await expect(state).toContainText('Changes automatically')

  await publishButton(studio).click()
  const dialog = studio.getByTestId('legal-dates')
  await expect(dialog.getByRole('listitem')).toHaveText([/Terms of Service.*April 9, 2025/])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  expect((await content.getDocument('siteSettings'))?.launch.month).toBe('2025-05-01')

  await publishButton(studio).click()
  await dialog.getByRole('button', { name: /set the date to today/ }).click()
  const { launch } = await waitForPublished(content, 'siteSettings', before._rev)
  expect(launch).toMatchObject({ month: `${year}-06-01`, monthWords: 'Q2' })
  const dated = await waitForPublished(content, 'legal-terms', terms._rev)
  expect(dated.lastUpdated).not.toBe(terms.lastUpdated)
  await content.transaction().createOrReplace(before).createOrReplace(terms).commit()
})
