import { join } from 'node:path'
import type { Page } from '@playwright/test'
import Database from 'libsql'
import type { TestSmtp } from '../../packages/leads/mail/testing/test-smtp.ts'
import { awaitLink } from '../applicant-mail.ts'
import { isNightly } from '../nightly.ts'
import { contentOf } from '../site-content.ts'
import { overflowing } from './layout.ts'
import { layoutPaths } from './paths.ts'
import {
  allowStatusErrors,
  expect,
  expectAccessible,
  mailTest as test,
  waitForDraft,
  waitForFormScript,
} from './site.ts'

let count = 0
const newEmail = () => `language.${process.pid}.${Date.now()}.${count++}@gmail.com`
const field = (page: Page, name: string) => page.locator(`main form [name=${name}]`)
const send = (page: Page) => page.locator('main form button[type=submit]:not([name=step])').click()
const arabic = /\p{Script=Arabic}/u

/** Returns the language that a lead with this email address was stored with. */
function languageOf(dataDir: string, email: string): unknown {
  const database = new Database(join(dataDir, 'leads.db'), { readonly: true, timeout: 5_000 })
  const [row] = database
    .prepare('select language from lead where payload like ?')
    .all([`%${email}%`])
  database.close()
  return (row as { language?: unknown } | undefined)?.language
}

test.describe('without scripts, on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false })
  for (const [code, dir] of Object.entries({ ar: 'rtl', es: 'ltr' })) {
    test(`pages in ${code} fit, also with text at 200%`, async ({ page, site }) => {
      const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text()
      const paths = Array.from(
        sitemap.matchAll(/<loc>([^<]+)/g),
        ([, url = '']) => new URL(url).pathname,
      )
      const own = paths.filter((path) => path.split('/')[1] === code)
      expect(own.length).toBeGreaterThan(25)
      const chosen = layoutPaths.map((path) => `/${code}${path === '/' ? '' : path}`)
      for (const path of isNightly ? own : chosen) {
        await page.goto(path)
        const root = page.locator('html')
        await expect.soft(root, path).toHaveAttribute('lang', code)
        await expect.soft(root, path).toHaveAttribute('dir', dir)
        await expect.soft(page.locator('h1'), path).toHaveCount(1)
        expect.soft(await overflowing(page), path).toEqual([])
        await page.evaluate(() => {
          document.documentElement.style.fontSize = '200%'
        })
        expect.soft(await overflowing(page), `${path} at 200%`).toEqual([])
      }
    })
  }
})

test('pages in Arabic are accessible', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of layoutPaths) {
    await page.goto(`/ar${path === '/' ? '' : path}`)
    await test.step(path, () => expectAccessible(page))
  }
})

/** Sends the form at an Arabic address empty, and expects its errors in Arabic. */
async function expectArabicErrors(page: Page, first: string, pageErrors: string[]) {
  await send(page)
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText(arabic)
  await expect(alert.locator('[lang=en]')).toHaveCount(0)
  await expect(page).toHaveTitle(arabic)
  await expect(field(page, first)).toBeFocused()
  await expect(field(page, first)).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, first)).toHaveAccessibleDescription(arabic)
  allowStatusErrors(pageErrors, 400)
}

/** Confirms by the link in the message in Arabic, and expects the person's own page in Arabic. */
async function expectConfirmed(page: Page, smtp: TestSmtp, email: string, name: string) {
  const link = await awaitLink(smtp, email, 'confirm')
  expect(link).toMatch(/^\/ar\/confirm\//)
  const message = smtp.received.find(({ to }) => [to].flat()[0]?.text === email)
  expect(message?.subject).toMatch(arabic)
  expect(message?.html).toMatch(/<html lang="ar" dir="rtl">/)
  await page.goto(link)
  await expect(page.locator('h1')).toHaveText(arabic)
  await page.locator('main button[type=submit]').click()
  await expect(page).toHaveURL(/\/ar\/me\/.+\?confirmed$/)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('h1')).toHaveText(arabic)
  await expect(page.locator('main bdi').getByText(name, { exact: true }).first()).toBeVisible()
  await expect(page.locator('main')).not.toContainText('\u202e')
  await expect(page.locator('main input[readonly]')).toHaveCSS('direction', 'ltr')
  expect(await overflowing(page)).toEqual([])
}

test('the waitlist in Arabic, from its errors to the own page @no-script', async ({
  page,
  site,
  smtp,
  endpoint,
  pageErrors,
}) => {
  const email = newEmail()
  await page.goto('/ar/waitlist')
  await expectArabicErrors(page, 'name', pageErrors)
  await field(page, 'name').fill('ليلى \u202eHassan')
  await field(page, 'email').fill(email)
  await page.locator('[name=interests][value=openStore]').check()
  await page.locator('[name=interests][value=shopOnHalvi]').check()
  await field(page, 'custom_interest').fill('خياطة')
  await send(page)
  await expect(page).toHaveURL('/ar/confirmation')
  await expect(page.locator('h1')).toHaveText(arabic)
  expect(endpoint.from(email).map(({ body }) => body)).toEqual([
    {
      type: 'waitlist_application',
      name: 'ليلى Hassan',
      social_handle: '',
      email,
      interests: 'Open my store for online orders, Shop on Halvi and use halal lifestyle services',
      custom_interest: 'خياطة',
    },
  ])
  expect(languageOf(site.dataDir, email)).toBe('ar')
  await expectConfirmed(page, smtp, email, 'ليلى Hassan')
})

test('a draft survives the switch of the language', async ({ page }) => {
  const email = newEmail()
  await page.goto('/waitlist')
  await waitForFormScript(page)
  await field(page, 'name').fill('ليلى حسن')
  await field(page, 'email').fill(email)
  await page.locator('[name=interests][value=openStore]').check()
  await waitForDraft(page, 'draft:/waitlist', 'openStore')
  const link = page.getByRole('contentinfo').locator('a[hreflang=ar]').first()
  await expect(link).toHaveAttribute('href', '/ar/waitlist')
  await page.goto('/ar/waitlist')
  await expect(field(page, 'email')).toHaveValue(email)
  await expect(field(page, 'name')).toHaveValue('ليلى حسن')
  await expect(page.locator('[name=interests][value=openStore]')).toBeChecked()
})

test('the texts of an island keep their language', async ({ page, site }) => {
  const content = contentOf(site)
  const documents = await content.getDocuments(['words-ar', 'program-challenge'])
  const path = '/ar/affiliates/challenge'
  const startsAt = new Date(Date.now() + 40 * 86_400_000).toISOString()
  try {
    await content
      .transaction()
      .patch('program-challenge', { set: { 'challenge.startsAt': startsAt } })
      .patch('words-ar', { unset: ['programs.hours'] })
      .commit()
    await page.goto(path)
    const island = page.locator('[data-island=Countdown]')
    await island.scrollIntoViewIfNeeded()
    await expect(island).toHaveAttribute('data-started', '')
    const seconds = island.locator('[data-unit=seconds]')
    await expect(seconds).not.toHaveText(await seconds.innerText())
    const hours = island.locator('[lang=en]')
    await expect(hours).toHaveText(['Hours'])
    await expect(hours).toHaveAttribute('dir', 'ltr')
    expect(await island.textContent()).not.toMatch(/[\ue000\ue001]/)
  } finally {
    for (const document of documents) if (document) await content.createOrReplace(document)
  }
})
