import { randomUUID } from 'node:crypto'
import {
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import type { SanityClient } from '@sanity/client'
import { administrator, createAdministrator } from '../administrator.ts'
import { endpointFixture, type FormEndpoint } from '../form-endpoint.ts'
import { type RunningSite, startSite } from '../running-site.ts'
import { contentOf } from '../site-content.ts'
import { tellLog } from '../tell-log.ts'
import { type Colleague, colleague } from './colleague.ts'
import { watch } from './complaints.ts'

interface WorkerFixtures {
  /** What receives the leads of the site. */
  endpoint: FormEndpoint
  /** A site of this worker's own, with the seed's content, delivering to `endpoint`. */
  site: RunningSite
  /** Reads and writes its content as a program does, drafts included. */
  content: SanityClient
  /** The browser of someone who is signed in, for as long as the worker lives. */
  signedIn: { page: Page; complaints: string[] }
}

interface TestFixtures {
  /** A Studio that is open and warm, at its start. Other tests of this worker have used it. */
  studio: Page
  /** A page of someone who is signed in, whose browser this test may do with as it likes. */
  ownStudio: Page
  /** Invites somebody, and gives their browser, signed in; it is closed after the test. */
  invite: (who: Colleague) => Promise<Page>
  /** Console errors and warnings, script errors and requests to other hosts; must stay empty. */
  complaints: string[]
  /** Says what the site warned of during a test that fails. */
  warnings: undefined
}

/** What lets the first person into the Studio in these tests. */
export const password = 'a password for the tests'

/** Playwright's test with a running Studio; whatever a page complains of fails the test. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  endpoint: endpointFixture,
  site: [
    async ({ endpoint }, use) => {
      const site = await startSite({
        STUDIO_PASSWORD: password,
        FORM_ENDPOINT_URL: endpoint.url,
      })
      await createAdministrator(site, password)
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
  signedIn: [
    async ({ browser, site }, use) => {
      const context = await browser.newContext({ baseURL: site.url })
      context.setDefaultTimeout(30_000)
      const complaints = watch(context, new URL(site.url).hostname)
      await signIn(context)
      await use({ page: await context.newPage(), complaints })
      await context.close()
    },
    { scope: 'worker' },
  ],
  // First, to hear of what the others find at the end.
  warnings: [
    ({ site }, use, test) => tellLog({ site }, () => use(undefined), test),
    { auto: true },
  ],
  complaints: [
    async ({ context, site, signedIn }, use) => {
      const { complaints } = signedIn
      watch(context, new URL(site.url).hostname, complaints)
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  studio: async ({ signedIn: { page }, viewport }, use) => {
    if (viewport) await page.setViewportSize(viewport)
    await goHome(page)
    await use(page)
  },
  invite: async ({ browser, signedIn, site, complaints }, use) => {
    const pages: Page[] = []
    await use(async (who) => {
      const administrator = signedIn.page.context()
      const page = await colleague(browser, administrator, site.url, who, complaints)
      pages.push(page)
      return page
    })
    await Promise.all(pages.map((page) => page.context().close()))
  },
  ownStudio: async ({ page, context, complaints: _ }, use) => {
    await signIn(context)
    await use(page)
  },
})

async function signIn(context: BrowserContext): Promise<void> {
  const { email, password } = administrator
  const answer = await context.request.post('/v1/auth/login', { data: { email, password } })
  expect(answer.ok()).toBe(true)
}

export { expect }

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

const isStudio = (page: Page) => new URL(page.url()).pathname.startsWith('/studio/')

/** Opens the Studio at its start, with no document; one that is open already is not loaded anew. */
async function goHome(page: Page): Promise<void> {
  // The preview that the test before has left open may still write an address of its own.
  await expect(async () => {
    await goTo(page, '/studio/structure')
    const list = page.getByTestId('structure-tool-list-pane').first()
    await expect(list).toBeVisible({ timeout: 10_000 })
  }).toPass()
  await expect(page.getByTestId('form-view')).toHaveCount(0)
}

/** Leads to an address in the Studio, as its own links do where it is open already. */
export async function goTo(page: Page, path: string, timeout = 60_000): Promise<void> {
  if (!isStudio(page)) {
    await page.goto(path, { timeout })
    return
  }
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** Opens a document by its type and id, and waits until its form can be edited. */
export async function open(
  page: Page,
  type: string,
  id: string,
  { path, origin = '', timeout = 60_000 }: OpenOptions = {},
): Promise<void> {
  const at = path ? `;path=${path}` : ''
  if (isStudio(page)) await goHome(page)
  await goTo(page, `${origin}/studio/intent/edit/id=${id};type=${type}${at}/`, timeout)
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
