import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { createClient, type SanityClient } from '@sanity/client'
import { type RunningSite, startSite } from '../running-site.ts'

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
      await use(
        createClient({
          projectId: 'halvi',
          dataset: 'production',
          apiVersion: '2025-02-19',
          apiHost: site.url,
          useProjectHostname: false,
          useCdn: false,
          perspective: 'raw',
          token: readFileSync(join(site.dataDir, 'lake-token'), 'utf8'),
        }),
      )
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => {
    await use(site.url)
  },
  complaints: [
    async ({ context, site }, use) => {
      const complaints: string[] = []
      context.on('page', (page) => watch(page, site.url, complaints))
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

/** What Chromium or the Studio says on the console in the normal course of things. */
const expected = [
  // How the Studio learns that nobody is signed in, and that a password is wrong.
  /status of 401/,
  // Leaving a page while its presence socket is still being opened.
  /WebSocket is closed before the connection is established/,
  // The same socket once a session has ended.
  /WebSocket connection to .* HTTP Authentication failed/,
  // What only Sanity's own hosts offer; the Studio takes this answer for a no.
  /status of 404 .*\/v[^/]+\/(features|journey|help|descriptors|intake|projects\/[^/]+\/user-applications)\b/,
  // A request that waits for the next sign-in waits for a person.
  /Custom validator at slug has taken more than/,
  // A slow machine.
  /Building schema for synchronization/,
]

function watch(page: Page, origin: string, complaints: string[]): void {
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return
    const text = `${message.text()} ${message.location().url}`
    if (!expected.some((pattern) => pattern.test(text))) complaints.push(text)
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && url.origin !== origin) complaints.push(url.href)
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

/** Opens a document by its type and id, and waits until its form can be edited. */
export async function open(page: Page, type: string, id: string): Promise<void> {
  await page.goto(`/studio/intent/edit/id=${id};type=${type}/`)
  await expect(page.getByTestId('form-view')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByTestId('document-panel-scroller')).toBeVisible()
}

/** The place of a field in the open form, such as `commission.low`. */
export function field(page: Page, path: string): Locator {
  return page.getByTestId(`field-${path}`)
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
