import type { Page } from '@playwright/test'
import type { TestSmtp } from '../../packages/leads/mail/testing/test-smtp.ts'
import { awaitLink, messagesTo } from '../applicant-mail.ts'
import { expectTabReachesAll } from './keyboard.ts'
import { overflowing } from './layout.ts'
import {
  allowStatusErrors,
  expect,
  expectAccessible,
  mailTest as test,
  themeRules,
} from './site.ts'

let count = 0
const newEmail = () => `person.${process.pid}.${Date.now()}.${count++}@gmail.com`

async function apply(page: Page, email: string, name = 'Amina Yusuf', path = '/waitlist') {
  await page.goto(path)
  await page.locator('[name=name]').fill(name)
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=city]').fill('Dalas')
  await page.locator('[name=interests][value=shopOnHalvi]').check()
  await page.locator('main form button[type=submit]').click()
  await expect(page).toHaveURL('/confirmation')
}

/** Opens a link from the newest message to an address. */
async function follow(
  page: Page,
  smtp: TestSmtp,
  email: string,
  link: 'confirm' | 'me' | 'unsubscribe',
) {
  return page.goto(await awaitLink(smtp, email, link))
}

const press = (page: Page) => page.locator('main button[type=submit]').click()
const numbers = (page: Page) => page.locator('main dl').first().locator('dd').allInnerTexts()

async function confirm(page: Page, smtp: TestSmtp, email: string) {
  await follow(page, smtp, email, 'confirm')
  await press(page)
  await expect(page).toHaveURL(/\/me\/.+\?confirmed$/)
}

test('people confirm, bring others, correct what they sent, and erase it @no-script', async ({
  page,
  smtp,
  request,
  pageErrors,
}) => {
  const [first, second] = [newEmail(), newEmail()]
  await apply(page, first)
  const lastStep = page.locator('main section').filter({ hasText: first })
  await expect(lastStep).toBeInViewport()
  await expect(page.locator('#share-link')).toHaveCount(0)
  expect(await messagesTo(smtp, first, 1)).toHaveLength(1)
  await lastStep.getByRole('button').click()
  await expect(lastStep).toBeVisible()
  await messagesTo(smtp, first, 2)

  // A scanner opens each link in the message.
  for (const link of ['confirm', 'unsubscribe'] as const) {
    expect((await request.get(await awaitLink(smtp, first, link))).status()).toBe(200)
  }
  await confirm(page, smtp, first)
  await expect(page.getByRole('status').first()).toBeVisible()
  expect((await numbers(page)).at(1)).toBe('0')
  const mine = new URL(page.url()).pathname
  const link = await page.locator('#share-link').inputValue()
  for (const start of ['https://wa.me/?text=', 'mailto:?subject=']) {
    const href = await page.locator(`main a[href^="${start}"]`).getAttribute('href')
    expect(decodeURIComponent(href ?? '')).toContain(link)
  }

  const used = await follow(page, smtp, first, 'confirm')
  expect(used?.status()).toBe(410)
  allowStatusErrors(pageErrors, 410)

  await apply(page, second, 'Bilal', `${new URL(link).pathname}?utm_source=whatsapp`)
  await confirm(page, smtp, second)
  await page.goto(mine)
  expect((await numbers(page)).at(1)).toBe('1')

  await page.locator('main a[href^="?edit="]').click()
  await page.locator('[name=name]').fill('')
  await page.locator('#correct button[type=submit]').click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.locator('[name=name]')).toBeFocused()
  allowStatusErrors(pageErrors, 400)
  await page.locator('[name=name]').fill('Amina Y. Khan')
  await page.locator('[name=city]').fill('Dallas')
  await page.locator('#correct button[type=submit]').click()
  await expect(page).toHaveURL(`${mine}?saved`)
  await expect(page.locator('main dd').getByText('Dallas', { exact: true })).toBeVisible()

  await page.locator('[name=listed]').check()
  await page.locator('button[value=listed]').click()
  await expect(page.locator('[name=listed]')).toBeChecked()

  await follow(page, smtp, first, 'me')
  await page.locator('a[href^="?erase"]').click()
  await page.locator('button[value=erase]').click()
  await expect(page).toHaveURL(/\/me\/erased(#|$)/)
  expect((await page.goto(mine))?.status()).toBe(404)
  allowStatusErrors(pageErrors, 404)
})

test('a personal page leaks its path to no other page', async ({ page, smtp }) => {
  const email = newEmail()
  await apply(page, email)
  await confirm(page, smtp, email)
  const token = new URL(page.url()).pathname.slice(4)
  const hrefs = await page.locator('a').evaluateAll((all) => all.map((a) => a.getAttribute('href')))
  expect(hrefs.filter((href) => href?.includes(token) || href?.includes('utm_'))).toEqual([])
  await page.locator('footer a[href^="/support/faq"]').click()
  await page.waitForURL('/support/faq')
  expect(await page.evaluate(() => document.referrer)).toBe('')
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(token)
})

test('personal pages suit every reader, with a long name in two scripts @nightly', async ({
  page,
  smtp,
}) => {
  const email = newEmail()
  await apply(page, email, `محمد ${'Donaudampfschiff'.repeat(12)}`)
  for (const link of ['unsubscribe', 'confirm'] as const) {
    await page.goto(await awaitLink(smtp, email, link))
    await expectSuitable(page)
  }
  await confirm(page, smtp, email)
  const own = new URL(page.url()).pathname
  await expectSuitable(page)
  await page.goto(`${own}?erase`)
  await expectSuitable(page)
  await page.goto(own)
  await page.locator('main a[href^="?edit="]').click()
  await expectSuitable(page)
})

async function expectSuitable(page: Page) {
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page)
  await expectTabReachesAll(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, themeRules)
  await page.emulateMedia({ colorScheme: 'light' })
  for (const size of ['100%', '200%']) {
    await page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize
    }, size)
    for (const width of size === '100%' ? [360, 768, 1440] : [360, 720]) {
      await page.setViewportSize({ width, height: 740 })
      expect.soft(await overflowing(page), `${size} at ${width} px`).toEqual([])
    }
  }
  await page.evaluate(() => document.documentElement.removeAttribute('style'))
}
