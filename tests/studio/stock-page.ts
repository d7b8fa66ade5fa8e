import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { collectStockErrors } from './stock-errors.ts'
import { field } from './studio.ts'

/** Opens the Studio in a new browser context, and signs a person in with one click. */
export async function signIn(
  browser: Browser,
  url: string,
  name: string,
  complaints: string[],
): Promise<Page> {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    baseURL: url,
    viewport: { width: 1280, height: 800 },
  })
  context.setDefaultTimeout(30_000)
  await collectStockErrors(context, complaints)
  const page = await context.newPage()
  // The first page prepares all packages.
  await page.goto('/', { timeout: 120_000 })
  // The development server reloads the page when it finds more packages to prepare.
  const person = page.getByRole('link', { name })
  await expect(async () => {
    await page.getByText('Sign in to the local lake').click({ timeout: 60_000 })
    await person.waitFor({ timeout: 15_000 })
  }).toPass()
  await person.click()
  await page.getByTestId('studio-navbar').waitFor({ timeout: 60_000 })
  return page
}

/** Returns the title field of the open document. */
export const title = (page: Page): Locator => field(page, 'title').getByTestId('string-input')

/** Returns the list of documents. */
export const list = (page: Page): Locator => page.getByTestId('document-list-pane')

/** Opens a document of the list of posts. */
export async function openPost(page: Page, name: string): Promise<void> {
  await openPosts(page)
  // The list may move while it loads.
  await expect(async () => {
    await list(page).getByText(name).click()
    await expect(title(page)).toHaveValue(name, { timeout: 10_000 })
  }).toPass()
}

/** Opens the list of posts. */
export async function openPosts(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Structure' }).click()
  const pane = page.getByTestId('structure-tool-list-pane').first()
  await pane.getByText('Post', { exact: true }).click()
}
