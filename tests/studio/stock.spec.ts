import { test as base, expect, type Page } from '@playwright/test'
import { sendComment } from './comments.ts'
import { list, openPost, openPosts, signIn, title } from './stock-page.ts'
import { startStock } from './stock-studio.ts'
import { field, openActions, publishButton } from './studio.ts'

interface Fixtures {
  url: string
  /** Problems on all pages. Must be empty after each test. */
  complaints: string[]
  /** A page on which Ann is signed in, shared by all tests. */
  ann: Page
  /** A page of another browser, on which Ben is signed in. */
  ben: Page
}

const test = base.extend<{ checked: undefined }, Fixtures>({
  url: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern
    async ({}, use) => {
      const { url, close } = await startStock()
      await use(url)
      await close()
    },
    // Installs a Studio, and prepares its packages.
    { scope: 'worker', timeout: 1_200_000 },
  ],
  complaints: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern
    async ({}, use) => use([]),
    { scope: 'worker' },
  ],
  ann: [
    async ({ browser, url, complaints }, use) => {
      const page = await signIn(browser, url, 'Ann', complaints)
      await use(page)
      await page.context().close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  ben: [
    async ({ browser, url, complaints }, use) => {
      const page = await signIn(browser, url, 'Ben', complaints)
      await use(page)
      await page.context().close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  checked: [
    async ({ complaints }, use) => {
      await use(undefined)
      expect(complaints.splice(0)).toEqual([])
    },
    { auto: true },
  ],
})

// One lake and one Studio for all tests.
test.describe.configure({ mode: 'default' })
test.slow()

/** Publishes the open document. */
async function publish(page: Page, name: string): Promise<void> {
  await title(page).fill(name)
  await expect(publishButton(page)).toBeEnabled()
  await publishButton(page).click()
  await expect(page.getByText(/^Last published/)).toBeVisible()
  await expect(publishButton(page)).toBeDisabled()
}

test('lists and searches documents, over HTTP/2', async ({ ann }) => {
  await openPosts(ann)
  await expect(list(ann).getByText('First post')).toBeVisible()
  await ann.getByPlaceholder('Search list').fill('hon')
  await expect(list(ann).getByText('First post')).toHaveCount(0)
  await expect(list(ann).getByText('Second post')).toBeVisible()
  await ann.getByPlaceholder('Search list').fill('')

  await ann.getByTestId('studio-search').click()
  const results = ann.getByTestId('search-results')
  await ann.getByPlaceholder('Search', { exact: true }).fill('secon')
  await expect(results.getByText('Second post')).toBeVisible()
  await expect(results.getByText('Second author')).toBeVisible()
  await expect(results.getByText('Third post')).toHaveCount(0)
  await ann.keyboard.press('Escape')

  const protocols = await ann.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.startsWith('https://local.localhost'))
      .map((entry) => (entry as PerformanceResourceTiming).nextHopProtocol)
      // Streams that the page ended.
      .filter((protocol) => protocol !== ''),
  )
  expect(new Set(protocols)).toEqual(new Set(['h2']))
  await expect(ann.getByText('Trying to connect')).toHaveCount(0)
})

test('creates, publishes, and shows an older revision', async ({ ann }) => {
  await openPosts(ann)
  await ann.getByTestId('action-intent-button').click()
  await publish(ann, 'Fourth post')
  await publish(ann, 'Fourth post again')
  await expect(list(ann).getByText('Fourth post again')).toBeVisible()
  await ann.getByTestId('pane-context-menu-button').last().click()
  await ann.getByRole('menuitem', { name: 'History' }).click()
  const published = ann.getByTestId('timeline-item-button').filter({ hasText: 'Published' })
  await published.last().click()
  await expect(title(ann)).toHaveValue('Fourth post')
})

test('publishes a release', async ({ ann }) => {
  await ann.getByTestId('releases-tool-link').click()
  await ann.getByRole('button', { name: 'New release' }).first().click()
  await ann.getByPlaceholder('Untitled release').fill('Spring')
  await ann.getByRole('button', { name: 'Create release' }).click()
  await expect(ann).toHaveURL(/perspective=/)
  await openPost(ann, 'Second post')
  await ann.getByRole('button', { name: 'Add to release' }).click()
  await title(ann).fill('Second post in spring')
  await expect(list(ann).getByText('Second post in spring')).toBeVisible()
  await ann.getByTestId('releases-tool-link').click()
  await ann.getByRole('link', { name: 'Spring' }).click()
  await ann.getByRole('button', { name: 'Run release' }).click()
  await ann.getByTestId('confirm-button').click()
  await expect(ann.getByText(/^Published on/)).toBeVisible()
  await openPosts(ann)
  await expect(list(ann).getByText('Second post in spring')).toBeVisible()
})

test('schedules a draft', async ({ ann }) => {
  await openPost(ann, 'First post')
  await title(ann).fill('First post tomorrow')
  await expect(publishButton(ann)).toBeEnabled()
  const menu = await openActions(ann)
  await menu.getByRole('menuitem', { name: 'Schedule publish' }).click()
  const dialog = ann.getByRole('dialog')
  const tomorrow = new Date(Date.now() + 86_400_000)
  const day = { month: 'short', day: 'numeric', year: 'numeric' } as const
  await dialog.getByTestId('date-input').fill(`${tomorrow.toLocaleDateString('en-US', day)} 10:00`)
  await dialog.getByTestId('date-input').press('Tab')
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(ann.getByText(/^Scheduled to be published/)).toBeVisible()
  await expect(title(ann)).not.toBeEditable()
})

test('shows two people each other and their comments', async ({ ann, ben }) => {
  for (const page of [ann, ben]) {
    await openPost(page, 'Third post')
    await title(page).click()
  }
  await expect(ann.getByRole('option', { name: /Ben is editing this document/ })).toBeVisible()
  await field(ann, 'title').hover()
  await field(ann, 'title').getByRole('button', { name: 'Add comment' }).click()
  await ann.getByTestId('comment-input-editable').first().click()
  await ann.keyboard.type('Is this true?')
  await sendComment(ann)
  // A Studio looks once for the dataset with comments, which the first comment creates.
  await ben.reload()
  const comments = field(ben, 'title').getByRole('button', { name: 'Open comments' })
  await comments.click({ timeout: 120_000 })
  await expect(ben.getByTestId('comments-list-item')).toContainText('Is this true?')
})

test('runs a query in Vision', async ({ ann }) => {
  await ann.getByRole('link', { name: 'Vision' }).click()
  await ann.getByTestId('vision-query-editor').getByRole('textbox').fill('{"count": count(*[])}')
  await ann.getByRole('button', { name: 'Fetch' }).click()
  await expect(ann.getByTestId('vision-result')).toContainText('count')
})
