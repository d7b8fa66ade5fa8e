import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type RunningSite, startSite } from '../running-site.ts'
import { forgive } from './complaints.ts'
import { expect, field, newQuestion, open, password, test } from './studio.ts'

test('the password opens the Studio, a wrong one is refused, signing out closes it in every tab', async ({
  page,
  context,
}) => {
  await page.goto('/studio/')
  const input = page.getByLabel('Password')
  await input.fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('wrong')
  await expect(input).toBeFocused()

  await input.fill(password)
  await input.press('Enter')
  const start = (tab: Page) => tab.getByTestId('structure-tool-list-pane').first()
  await expect(start(page)).toBeVisible()
  await page.reload()
  await expect(start(page)).toBeVisible()

  const second = await context.newPage()
  await second.goto('/studio/structure')
  await expect(start(second)).toBeVisible()
  await second.locator('#user-menu').click()
  await second.getByRole('menuitem', { name: 'Sign out' }).click()
  for (const tab of [page, second]) await expect(tab.getByLabel('Password')).toBeVisible()
  expect((await page.request.get('/v1/users/me')).status()).toBe(401)
})

test('a session that ends keeps what is typed, and saves it once it goes on', async ({
  ownStudio: studio,
  content,
}) => {
  const id = await newQuestion(content)
  await open(studio, 'faqEntry', id)
  const input = field(studio, 'question').getByTestId('string-input')
  const saved = () => content.fetch('*[_id == $id][0].question', { id: `drafts.${id}` })
  await input.fill('Typed before?')
  // The form may still read its document when it can be typed into: Studio would drop what is typed.
  await expect.poll(saved).toBe('Typed before?')
  await studio.context().clearCookies()
  await input.fill('Typed after the session had ended?')

  const dialog = studio.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await expect(dialog).toBeHidden()
  await expect(input).toHaveValue('Typed after the session had ended?')
  await expect.poll(saved).toBe('Typed after the session had ended?')
})

test.describe('a site without a password of its own', () => {
  // One after the other: the second test uses up the tries.
  test.describe.configure({ mode: 'default' })
  let site: RunningSite
  test.beforeAll(async () => {
    site = await startSite()
  })
  test.afterAll(() => site.remove())

  test('makes one, and prints a link that signs in once', async ({ page }) => {
    await expect.poll(() => site.lines.find((line) => line.includes('signIn'))).toBeTruthy()
    const { signIn, passwordFile } = JSON.parse(
      site.lines.find((line) => line.includes('signIn')) ?? '',
    )
    expect(passwordFile).toBe(join(site.dataDir, 'studio-password'))
    expect(statSync(passwordFile).mode & 0o777).toBe(0o600)

    await page.goto(signIn)
    await expect(page.getByTestId('structure-tool-list-pane').first()).toBeVisible()
    await page.context().clearCookies()
    await page.goto(signIn)
    await expect(page.getByLabel('Password')).toBeVisible()
  })

  test('lets who has tried passwords too often wait', async ({ page, complaints }) => {
    await page.goto(`${site.url}/studio/`)
    const tries = Array.from({ length: 9 }, (_, index) =>
      page.request.post(`${site.url}/v1/auth/login`, { data: { password: `guess ${index}` } }),
    )
    expect((await Promise.all(tries)).map((answer) => answer.status())).toEqual(Array(9).fill(401))
    const input = page.getByLabel('Password')
    await input.fill('guess 10')
    await input.press('Enter')
    await expect(page.getByRole('alert')).toContainText('wrong')
    await input.fill(readFileSync(join(site.dataDir, 'studio-password'), 'utf8').trim())
    await input.press('Enter')
    await expect(page.getByRole('alert')).toContainText('too many tries')
    await expect(input).toBeVisible()
    expect(forgive(complaints, /status of 429/)).toBe(1)
  })
})
