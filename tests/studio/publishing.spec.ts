import { expectOnPage, newService } from './service-page.ts'
import { act, expect, field, newQuestion, open, publishButton, test } from './studio.ts'

const QUESTION = '*[_id == $id][0].question'

test('an edit is a draft until it is published, and then public', async ({ studio, content }) => {
  const id = await newQuestion(content)
  const before = await content.fetch(QUESTION, { id })
  await open(studio, 'faqEntry', id)
  await field(studio, 'question').getByTestId('string-input').fill('Who may see this?')
  await expect.poll(() => content.fetch(QUESTION, { id: `drafts.${id}` })).toBe('Who may see this?')

  const visitor = content.withConfig({ perspective: 'published' })
  expect(await visitor.fetch(QUESTION, { id })).toBe(before)
  await publishButton(studio).click()
  await expect.poll(() => visitor.fetch(QUESTION, { id })).toBe('Who may see this?')
  expect(await content.fetch(QUESTION, { id: `drafts.${id}` })).toBeNull()
})

test('what is invalid can not be published', async ({ studio, content }) => {
  const id = await newQuestion(content)
  await open(studio, 'faqEntry', id)
  const input = field(studio, 'question').getByTestId('string-input')
  await input.fill('')
  await expect
    .poll(() => content.fetch('*[_id == $id][0]._id', { id: `drafts.${id}` }))
    .toBeTruthy()
  await expect(publishButton(studio)).toBeDisabled()
  await input.fill('Is it valid again?')
  await expect(publishButton(studio)).toBeEnabled()
})

test('Publish that is pressed while an older result shows waits for what is typed', async ({
  studio,
  content,
}) => {
  const id = await newQuestion(content)
  await open(studio, 'faqEntry', id)
  const input = field(studio, 'question').getByTestId('string-input')
  // What is wrong is found so late that it is mended by then.
  const checks = /tag=[^&]*validation/
  await studio.route(checks, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue()
  })
  try {
    const check = studio.waitForRequest(checks)
    await input.fill('')
    await check
    await input.fill('Published at last?')
    await publishButton(studio).click()
    await expect.poll(() => content.fetch(QUESTION, { id })).toBe('Published at last?')
  } finally {
    // One may still wait when the words are published.
    await studio.unrouteAll({ behavior: 'wait' })
  }
})

test('Publish that can not be checked in time says so, and can be pressed again', async ({
  studio,
  content,
}) => {
  const id = await newQuestion(content)
  await open(studio, 'faqEntry', id)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await studio.route(/tag=[^&]*validation/, async (route) => {
    await held
    await route.continue()
  })
  try {
    await field(studio, 'question').getByTestId('string-input').fill('Published in the end?')
    await publishButton(studio).click()
    await expect(studio.getByText('Not published')).toBeVisible()
    expect(await content.fetch(QUESTION, { id })).not.toBe('Published in the end?')
    release()
    await expect(publishButton(studio)).toBeEnabled()
    await publishButton(studio).click()
    await expect.poll(() => content.fetch(QUESTION, { id })).toBe('Published in the end?')
  } finally {
    release()
    await studio.unrouteAll({ behavior: 'wait' })
  }
})

test('Publish is not lost when something is typed while it is under way', async ({
  studio,
  content,
}) => {
  const id = await newQuestion(content)
  await open(studio, 'faqEntry', id)
  const input = field(studio, 'question').getByTestId('string-input')
  await input.fill('Published?')
  const publishing = /data\/actions.*publish/
  // The Studio takes it back when it is told of a change.
  const cancelled = studio.waitForEvent('requestfailed', (request) =>
    publishing.test(request.url()),
  )
  await studio.route(publishing, async (route) => {
    await cancelled
    await route.continue().catch(() => {})
  })
  try {
    const request = studio.waitForRequest(publishing)
    await publishButton(studio).click()
    await request
    await input.press('End')
    await input.pressSequentially(' At last?')
    await expect.poll(() => content.fetch(QUESTION, { id })).toBe('Published? At last?')
    expect(await content.fetch('*[_id == $id][0]._id', { id: `drafts.${id}` })).toBeNull()
  } finally {
    await studio.unrouteAll({ behavior: 'wait' })
  }
})

test('discarding a draft brings back what is published', async ({ studio, content }) => {
  const id = await newQuestion(content)
  const before = await content.fetch(QUESTION, { id })
  await open(studio, 'faqEntry', id)
  const input = field(studio, 'question').getByTestId('string-input')
  await input.fill('Never mind?')
  await expect.poll(() => content.fetch(QUESTION, { id: `drafts.${id}` })).toBe('Never mind?')
  await act(studio, /^Discard/)
  await expect.poll(() => content.fetch('*[_id == $id][0]._id', { id: `drafts.${id}` })).toBeNull()
  await expect(input).toHaveValue(before)
})

test('unpublishing takes a page away and keeps it as a draft', async ({
  studio,
  content,
  site,
}) => {
  const id = await newService(content)
  await expectOnPage(site, id, /Written before/)
  await open(studio, 'servicePage', id)
  // Studio offers it beside what visitors see, not beside a draft.
  await studio.getByTestId('document-perspective-list').getByText('Published').click()
  await studio.getByTestId('action-unpublish').click()
  await studio.getByTestId('confirm-button').click()
  await expect
    .poll(() => content.fetch('*[_id in [$id, "drafts." + $id]]._id', { id }))
    .toEqual([`drafts.${id}`])
  await expect.poll(async () => (await fetch(`${site.url}/services/${id}`)).status).toBe(404)
  await content.delete(`drafts.${id}`)
})

test('a duplicate is a draft of its own', async ({ studio, content }) => {
  const id = await newQuestion(content)
  await open(studio, 'faqEntry', id)
  await act(studio, /^Duplicate/, { confirm: false })
  await expect
    .poll(() => content.fetch('count(*[_type == "faqEntry" && question match $id])', { id }))
    .toBe(2)
  expect(await content.fetch('*[_id == $id][0]._id', { id })).toBe(id)
})

test('a document is deleted', async ({ studio, content }) => {
  const id = await newQuestion(content)
  await open(studio, 'faqEntry', id)
  await act(studio, /^Delete/)
  await expect.poll(() => content.fetch('count(*[_id in [$id, "drafts." + $id]])', { id })).toBe(0)
})
