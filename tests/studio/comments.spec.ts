import { sendComment } from './comments.ts'
import { dropExpected } from './page-errors.ts'
import { expect, field, newQuestion, open, test } from './studio.ts'

// A Studio of its own, because an open Studio knows the people whom somebody can mention for five minutes.
test('a colleague gets a comment that mentions them, and a task, and finds both on Home', async ({
  ownStudio: studio,
  content,
  invite,
  complaints,
}) => {
  const id = await newQuestion(content)
  const colleague = await invite({ role: 'editor', name: 'Edda Editor' })
  await open(studio, 'faqEntry', id)
  await field(studio, 'question').hover()
  await field(studio, 'question').getByRole('button', { name: 'Add comment' }).click()
  await studio.keyboard.type('Is this true, @')
  const people = studio.getByTestId('comments-mentions-menu')
  await people.getByRole('button', { name: 'Edda Editor' }).click()
  await expect(studio.getByTestId('comment-input-editable')).toContainText('@Edda Editor')
  await sendComment(studio)
  await expect(studio.getByTestId('comments-list-item')).toContainText('@Edda Editor')

  await studio.getByTestId('tasks-toolbar').click()
  await studio.getByRole('button', { name: 'Create new task' }).click()
  await studio.getByPlaceholder('Task title').fill(`Check ${id}`)
  await studio.getByText('Select assignee').click()
  await studio.getByRole('menuitem', { name: 'Edda Editor' }).click()
  await studio.getByRole('button', { name: 'Create task' }).click()
  await expect(studio.getByText('Task created')).toBeVisible()
  // Sanity's form of a task, which is outside of its list of changes.
  dropExpected(complaints, /useChangeIndicatorsReporter/)

  await colleague.goto('/studio')
  const home = colleague.getByTestId('home-tool')
  await home.getByRole('link', { name: `Task: Check ${id}` }).click()
  await expect(colleague.getByPlaceholder('Task title')).toHaveValue(`Check ${id}`)
  await colleague.getByRole('link', { name: 'Home', exact: true }).click()
  const mention = home.getByRole('listitem').filter({ hasText: 'Somebody mentioned you' })
  await expect(mention).toContainText('Is this true')
  await mention.getByRole('link').press('Enter')
  await expect(colleague.getByTestId('comments-list-item')).toContainText('@Edda Editor')
  await content.delete(id)
})

test('people who only read get no tasks', async ({ studio, invite }) => {
  await expect(studio.getByTestId('tasks-toolbar')).toBeVisible()
  for (const role of ['viewer', 'leads']) {
    const reader = await invite({ role, name: 'A reader' })
    await reader.goto('/studio')
    await expect(reader.getByTestId('studio-navbar')).toBeVisible()
    await expect(reader.getByRole('link', { name: 'Content', exact: true })).toBeVisible()
    await expect(reader.getByTestId('tasks-toolbar')).toHaveCount(0)
  }
})
