import { administrator } from '../administrator.ts'
import {
  expect,
  field,
  goTo,
  newId,
  newQuestion,
  open,
  openActions,
  publishButton,
  runAction,
  test,
} from './studio.ts'

test('an author asks for a review, and an editor is notified, finds the draft, and publishes it', async ({
  studio,
  content,
  invite,
}) => {
  const id = await newQuestion(content)
  const question = newId('Reviewed?')
  const author = await invite({ role: 'author', name: 'Arno Author' })
  await goTo(studio, '/studio/structure/review')
  await expect(studio.getByTestId('review-list')).toBeVisible()

  await open(author, 'faqEntry', id)
  await field(author, 'question').getByTestId('string-input').fill(question)
  await expect
    .poll(() => content.fetch('*[_id == $id][0].question', { id: `drafts.${id}` }))
    .toBe(question)
  await expect(publishButton(author)).toBeDisabled()
  const menu = await openActions(author)
  await expect(menu.getByRole('menuitem', { name: 'Schedule publish' })).toHaveCount(0)
  await menu.getByRole('menuitem', { name: 'Ready for review' }).click()
  await expect(author.getByText('Marked as ready for review')).toBeVisible()

  await expect(studio.getByText(`Ready for review: ${question}`)).toBeVisible()
  const item = studio.getByTestId('review-list').getByRole('listitem').filter({ hasText: question })
  await expect(item).toContainText('Asked by Arno Author')
  await goTo(studio, '/studio/home')
  const drafts = studio.getByTestId('home-tool').getByRole('region', { name: 'Not published yet' })
  await expect(drafts.getByRole('listitem').filter({ hasText: question })).toContainText(
    'Ready for review',
  )
  await expect(drafts.getByText('reviewRequest')).toHaveCount(0)
  await goTo(studio, '/studio/structure/review')
  await item.getByRole('link', { name: question }).click()
  await publishButton(studio).click()
  await expect.poll(() => content.fetch('*[_id == $id][0].question', { id })).toBe(question)
  await expect
    .poll(() => content.fetch('count(*[_type == "reviewRequest" && documentId == $id])', { id }))
    .toBe(0)
  await goTo(studio, '/studio/structure/review')
  await expect(item).toHaveCount(0)
  await content.delete(id)
})

test('a deleted document is listed with the person, and restored as a draft', async ({
  studio,
  content,
}) => {
  const words = newId('Deleted?')
  const id = await newQuestion(content, words)
  await open(studio, 'faqEntry', id)
  await runAction(studio, /^Delete/)
  await expect.poll(() => content.fetch('count(*[_id == $id])', { id })).toBe(0)

  await goTo(studio, '/studio/activity')
  const activity = studio.getByTestId('activity-tool')
  const entry = activity.getByRole('listitem').filter({ hasText: `deleted ${words}` })
  await expect(entry).toContainText(administrator.name)
  await activity.getByRole('tab', { name: 'Deleted documents' }).click()
  await activity.getByRole('button', { name: `Restore: ${words}` }).click()
  await expect(studio).toHaveURL(new RegExp(id))
  await expect(studio.getByTestId('string-input').first()).toHaveValue(new RegExp(id))
  expect(await content.fetch('*[_id == $id][0].question', { id: `drafts.${id}` })).toContain(words)
  await goTo(studio, '/studio/structure')
  await content.delete(`drafts.${id}`)
})

test('people who only read get no tasks', async ({ studio, invite }) => {
  await expect(studio.getByTestId('tasks-toolbar')).toBeVisible()
  for (const role of ['viewer', 'leads']) {
    const reader = await invite({ role, name: 'A reader' })
    await reader.goto('/studio')
    await expect(reader.getByTestId('studio-navbar')).toBeVisible({ timeout: 60_000 })
    await expect(reader.getByRole('link', { name: 'Content', exact: true })).toBeVisible()
    await expect(reader.getByTestId('tasks-toolbar')).toHaveCount(0)
  }
})
