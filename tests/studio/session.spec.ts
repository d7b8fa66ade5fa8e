import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { administrator } from '../administrator.ts'
import { type RunningSite, startSite } from '../running-site.ts'
import { typeInto, waitForDocument } from './stored.ts'
import { expect, field, newQuestion, open, test } from './studio.ts'

test('an account opens the Studio, a wrong password is rejected, and signing out affects every tab', async ({
  page,
  context,
}) => {
  await page.goto('/studio/')
  const input = page.getByLabel('Password')
  await page.getByLabel('Email').fill(administrator.email)
  await input.fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('wrong')
  await expect(input).toBeFocused()

  await input.fill(administrator.password)
  await input.press('Enter')
  const start = (tab: Page) => tab.getByTestId('home-tool')
  await expect(start(page)).toBeVisible()

  const second = await context.newPage()
  await second.goto('/studio/')
  await expect(start(second)).toBeVisible()
  await second.locator('#user-menu').click()
  await second.getByRole('menuitem', { name: 'Sign out' }).click()
  for (const tab of [page, second]) await expect(tab.getByLabel('Password')).toBeVisible()
  expect((await page.request.get('/v1/users/me')).status()).toBe(401)
})

test('edits made after the session has expired are saved after the sign-in', async ({
  ownStudio: studio,
  content,
}) => {
  const id = await newQuestion(content)
  await open(studio, 'faqEntry', id)
  const input = field(studio, 'question').getByTestId('string-input')
  // Waits for the first save: while the form still loads its document, the Studio would drop edits.
  await typeInto(studio, content, `drafts.${id}`, 'question', 'Typed before?')
  // Holds back queries. Otherwise, a query could be rejected during typing, and the dialog would take the focus.
  let release = () => {}
  const typed = new Promise<void>((resolve) => {
    release = resolve
  })
  await studio.route('**/data/query/**', (route) => typed.then(() => route.continue()))
  await studio.context().clearCookies()
  await input.fill('Typed after the session had ended?')
  release()

  const dialog = studio.getByRole('dialog', { name: 'Your session has ended' })
  await expect(dialog.getByLabel('Email')).toHaveValue(administrator.email)
  await expect(dialog.getByLabel('Password')).toBeFocused()
  await studio.keyboard.type(administrator.password)
  await studio.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(input).toBeFocused()
  await expect(input).toHaveValue('Typed after the session had ended?')
  await waitForDocument(content, `drafts.${id}`, {
    question: 'Typed after the session had ended?',
  })
})

test.describe('a site without accounts', () => {
  let site: RunningSite
  test.beforeAll(async () => {
    site = await startSite()
  })
  test.afterAll(() => site.remove())

  test('prints a one-time link to create the first account', async ({ page }) => {
    await page.goto(`${site.url}/studio/`)
    // Logged before the site serves requests.
    const line = site.lines.find((text) => text.includes('signIn'))
    const { signIn, passwordFile } = JSON.parse(line ?? '')
    expect(passwordFile).toBe(join(site.dataDir, 'studio-password'))
    expect(statSync(passwordFile).mode & 0o777).toBe(0o600)
    await page.getByLabel('Password').fill(readFileSync(passwordFile, 'utf8').trim())
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByLabel('Your name')).toBeVisible()

    await page.goto('about:blank')
    await page.goto(signIn)
    await page.getByLabel('Your name').fill(administrator.name)
    expect(new URL(page.url()).hash).toBe('')
    await page.getByLabel('Email').fill(administrator.email)
    await page.getByLabel('Password').fill(administrator.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByTestId('home-tool')).toBeVisible()

    await page.context().clearCookies()
    await page.goto('about:blank')
    await page.goto(signIn)
    await expect(page.getByText('It’s been used')).toBeVisible()
    await page.getByRole('button', { name: 'Go to the Studio' }).click()
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  })
})
