import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { createClient, type SanityClient } from '@sanity/client'
import { type RunningSite, startSite } from '../running-site.ts'
import { watch } from './complaints.ts'

interface WorkerFixtures {
  /** A site of this worker's own, with the seed's content. */
  site: RunningSite
  /** Reads and writes its content as a program does, drafts included. */
  content: SanityClient
}

interface TestFixtures {
  /** A page of someone who is signed in. */
  studio: Page
  /** Console errors and warnings, script errors and requests to other hosts; must stay empty. */
  complaints: string[]
}

/** What opens the Studio in these tests. */
export const password = 'a password for the tests'

/** Playwright's test with a running Studio; whatever a page complains of fails the test. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
    async ({}, use) => {
      const site = await startSite({ STUDIO_PASSWORD: password })
      await use(site)
      await site.remove()
    },
    { scope: 'worker' },
  ],
  content: [
    async ({ site }, use) => {
      await use(contentOf(site))
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => {
    await use(site.url)
  },
  complaints: [
    async ({ context, site }, use) => {
      const complaints = watch(context, new URL(site.url).hostname)
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  studio: async ({ page, complaints: _ }, use) => {
    const answer = await page.request.post('/v1/auth/login', { data: { password } })
    expect(answer.ok()).toBe(true)
    await use(page)
  },
})

export { expect }

/** A client that reads and writes the content of a site as a program does, drafts included. */
export function contentOf({ url, dataDir }: RunningSite): SanityClient {
  return createClient({
    projectId: 'halvi',
    dataset: 'production',
    apiVersion: '2025-02-19',
    apiHost: url,
    useProjectHostname: false,
    useCdn: false,
    perspective: 'raw',
    token: readFileSync(join(dataDir, 'lake-token'), 'utf8'),
  })
}

/** An id that no other test uses; with a prefix to be recognised by. */
export function newId(prefix: string): string {
  return `${prefix}-${randomUUID().slice(0, 8)}`
}

/** A published question that belongs to one test alone. */
export async function newQuestion(content: SanityClient, words = 'Is this a test?') {
  const id = newId('faq-test')
  await content.create({
    _id: id,
    _type: 'faqEntry',
    question: `${words} ${id}`,
    slug: { _type: 'slug', current: id },
    answer: [paragraph('First answer.')],
    keywords: [],
  })
  return id
}

/** A paragraph of Portable Text. */
export function paragraph(text: string) {
  const [block, span] = [newId('block'), newId('span')]
  return {
    _type: 'block',
    _key: block,
    style: 'normal',
    markDefs: [],
    children: [{ _type: 'span', _key: span, text, marks: [] }],
  }
}

interface OpenOptions {
  /** The field to open it at. */
  path?: string
  /** A site that is not the worker's. */
  origin?: string
  /** Milliseconds that the form may take. */
  timeout?: number
}

/** Opens a document by its type and id, and waits until its form can be edited. */
export async function open(
  page: Page,
  type: string,
  id: string,
  { path, origin = '', timeout = 60_000 }: OpenOptions = {},
): Promise<void> {
  const at = path ? `;path=${path}` : ''
  await page.goto(`${origin}/studio/intent/edit/id=${id};type=${type}${at}/`, { timeout })
  await expect(page.getByTestId('form-view')).toBeVisible({ timeout })
  await expect(page.getByTestId('string-input').first()).toBeEditable({ timeout })
}

/** The place of a field in the open form, such as `commission.low`. */
export function field(page: Page, path: string): Locator {
  return page.getByTestId(`field-${path}`)
}

/** Chooses a document by its title in the reference field that is being edited. */
export async function choose(page: Page, title: string): Promise<void> {
  await page.getByTestId('autocomplete').fill(title)
  await page.locator('[data-ui="AutocompleteOption"]', { hasText: title }).first().click()
}

/** The button that publishes the open document, once it can. */
export function publishButton(page: Page): Locator {
  return page.getByTestId('action-publish')
}

/** Opens the menu beside the Publish button, which has what else can be done with a document. */
export async function openActions(page: Page): Promise<Locator> {
  await page.getByTestId('action-menu-button').click()
  const menu = page.getByRole('menu', { name: 'Open document actions' })
  await expect(menu).toBeVisible()
  return menu
}

/** Does what an entry of that menu says, and confirms it where that is asked for. */
export async function act(page: Page, name: RegExp, { confirm = true } = {}): Promise<void> {
  const menu = await openActions(page)
  await menu.getByRole('menuitem', { name }).click()
  if (confirm) await page.getByTestId('confirm-button').click()
}
