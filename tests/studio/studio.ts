import { randomUUID } from 'node:crypto'
import {
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import type { SanityClient } from '@sanity/client'
import type { TestSmtp } from '../../packages/leads/mail/testing/test-smtp.ts'
import { administrator, createAdministrator } from '../administrator.ts'
import { mailSettings, smtpFixture } from '../applicant-mail.ts'
import { endpointFixture, type FormEndpoint } from '../form-endpoint.ts'
import { printLogOfFailure } from '../print-log.ts'
import { type RunningSite, startSite } from '../running-site.ts'
import { contentOf } from '../site-content.ts'
import { type Colleague, colleague } from './colleague.ts'
import { collectErrors } from './page-errors.ts'

interface WorkerFixtures {
  /** The mail server that receives the site's messages. */
  smtp: TestSmtp
  /** The form endpoint that receives the site's leads. */
  endpoint: FormEndpoint
  /** The worker's site, with the content of the seed. It delivers leads to `endpoint`. */
  site: RunningSite
  /** A client that reads and writes the site's content, including drafts. */
  content: SanityClient
  /** A page where the administrator is signed in. It is shared by all tests of the worker. */
  signedIn: { page: Page; complaints: string[] }
}

interface TestFixtures {
  /** The worker's shared Studio, at its start page. */
  studio: Page
  /** A page in a separate browser context where the administrator is signed in. The test may change its session. */
  ownStudio: Page
  /** Invites a colleague. Returns a page where they are signed in. It is closed after the test. */
  invite: (who: Colleague) => Promise<Page>
  /** Console errors and warnings, script errors, and requests to other hosts. Must be empty after each test. */
  complaints: string[]
  /** Prints the site's warnings if the test fails. */
  warnings: undefined
}

/** The server password in these tests, for creating the first account. */
export const password = 'a password for the tests'

/** Playwright's `test` with a running Studio. A console error or warning on any page fails the test. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  endpoint: endpointFixture,
  smtp: smtpFixture,
  site: [
    async ({ endpoint, smtp }, use) => {
      const site = await startSite({
        ...mailSettings(smtp),
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
      context.setDefaultTimeout(60_000)
      const complaints = collectErrors(context, new URL(site.url).hostname)
      await signIn(context)
      await use({ page: await context.newPage(), complaints })
      await context.close()
    },
    { scope: 'worker' },
  ],
  // First, so that it sees failures of the other fixtures.
  warnings: [
    ({ site }, use, test) => printLogOfFailure({ site }, () => use(undefined), test),
    { auto: true },
  ],
  complaints: [
    async ({ context, site, signedIn }, use) => {
      const { complaints } = signedIn
      collectErrors(context, new URL(site.url).hostname, complaints)
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  studio: async ({ signedIn: { page }, viewport }, use) => {
    if (viewport) await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme: null })
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
  const response = await context.request.post('/v1/auth/login', { data: { email, password } })
  expect(response.ok()).toBe(true)
}

export { expect }

/** Returns a unique id with a prefix. */
export function newId(prefix: string): string {
  return `${prefix}-${randomUUID().slice(0, 8)}`
}

/** Creates a published FAQ question for one test. Returns its id. */
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

/** Returns a paragraph of Portable Text. */
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
  /** The path of the field to open. */
  path?: string
  /** The origin of another site. */
  origin?: string
  /** The timeout for loading the form, in milliseconds. */
  timeout?: number
}

const isStudio = (page: Page) => new URL(page.url()).pathname.startsWith('/studio/')

/** Opens the start page of the Studio without a document. An open Studio is not reloaded. */
async function goHome(page: Page): Promise<void> {
  // A preview left open by the previous test may still change the URL.
  await expect(async () => {
    await goTo(page, '/studio/structure')
    const list = page.getByTestId('structure-tool-list-pane').first()
    await expect(list).toBeVisible({ timeout: 10_000 })
  }).toPass({ intervals: [100] })
  await expect(page.getByTestId('form-view')).toHaveCount(0)
}

/** Navigates to a path in the Studio. An open Studio is not reloaded. */
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
  const at = path ? `;path=${encodeURIComponent(path)}` : ''
  // A form that is still open would be taken for the new one.
  if (isStudio(page) && (await page.getByTestId('form-view').count())) await goHome(page)
  await goTo(page, `${origin}/studio/intent/edit/id=${id};type=${type}${at}/`, timeout)
  await expect(page.getByTestId('form-view')).toBeVisible({ timeout })
  await expect(page.getByTestId('string-input').first()).toBeEditable({ timeout })
}

/** Returns a field of the open form by its path, such as `commission.low`. */
export function field(page: Page, path: string): Locator {
  return page.getByTestId(`field-${path}`)
}

/** Lets timers of the page pass that were set for less than this time, also if the machine is slow. */
export const waitInPage = (page: Page, milliseconds: number): Promise<unknown> =>
  page.evaluate((time) => new Promise((resolve) => setTimeout(resolve, time)), milliseconds)

/** Returns the id of the open document, without the prefix of drafts. */
export function openId(page: Page): string {
  const path = decodeURIComponent(new URL(page.url()).pathname)
  return path.split(';').at(-1)?.split(',')[0] ?? ''
}

/** Returns the Publish button of the open document. */
export function publishButton(page: Page): Locator {
  return page.getByTestId('action-publish')
}

/** Opens the menu next to the Publish button. Returns the menu. */
export async function openActions(page: Page): Promise<Locator> {
  // The footer measures a hidden copy of its actions.
  await page.getByTestId('pane-footer').getByTestId('action-menu-button').click()
  const menu = page.getByRole('menu', { name: 'Open document actions' })
  await expect(menu).toBeVisible()
  return menu
}

/** Runs a document action from the menu. Unless `confirm` is false, confirms it in the dialog. */
export async function runAction(page: Page, name: RegExp, { confirm = true } = {}): Promise<void> {
  const menu = await openActions(page)
  await menu.getByRole('menuitem', { name }).click()
  if (confirm) await page.getByTestId('confirm-button').click()
}
