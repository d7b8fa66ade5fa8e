import type { Page } from '@playwright/test'
import { expect, test, waitForFormScript } from './site.ts'

test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'Drafts need a script.')

let count = 0
const newEmail = () => `draft.${process.pid}.${Date.now()}.${count++}@example.com`
const key = 'draft:/waitlist'
const draftOf = (page: Page) => page.evaluate((name) => localStorage.getItem(name), key)

async function fill(page: Page, email: string) {
  await page.locator('[name=name]').fill('ليلى حسن')
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=interests][value=openStore]').check()
}

test('what was typed survives a crash and a reload, and is gone after sending', async ({
  page: crashed,
  context,
  endpoint,
}) => {
  const email = newEmail()
  await crashed.goto('/waitlist')
  await fill(crashed, email)
  await expect.poll(() => draftOf(crashed)).toContain(email)
  const page = await context.newPage()
  await crashed.close()
  await page.goto('/waitlist')
  await expect(page.locator('[name=email]')).toHaveValue(email)
  await page.reload()
  await expect(page.locator('[name=name]')).toHaveValue('ليلى حسن')
  await expect(page.locator('[name=email]')).toHaveValue(email)
  await expect(page.locator('[name=interests][value=openStore]')).toBeChecked()
  await page.locator('main form button[type=submit]').click()
  await expect(page).toHaveURL('/confirmation')
  expect(endpoint.from(email)).toHaveLength(1)
  expect(await draftOf(page)).toBeNull()
})

test('a stored draft that is not ours is ignored', async ({ page }) => {
  await page.goto('/waitlist')
  for (const draft of [
    '{',
    '{"at":1,"values":{"name":"x"}}',
    JSON.stringify({ at: Date.now() - 90_000_000, values: [['name', 'Old']] }),
    JSON.stringify({
      at: Date.now(),
      values: [['gone', 'x'], ['interests', 'gone'], ['name', 7], null],
    }),
  ]) {
    await page.evaluate(
      ([name = '', value = '']) => localStorage.setItem(name, value),
      [key, draft],
    )
    await page.reload()
    await waitForFormScript(page)
    await page.locator('[name=email]').focus()
    await expect(page.locator('[name=name]')).toHaveValue('')
    await expect(page.locator('[name=interests]:checked')).toHaveCount(0)
  }
})

test('a text of a megabyte is not stored and not lost', async ({ page }) => {
  await page.goto('/waitlist')
  await waitForFormScript(page)
  await fill(page, newEmail())
  await expect.poll(() => draftOf(page)).not.toBeNull()
  await page.locator('[name=custom_interest]').fill('a'.repeat(1_000_000))
  expect((await draftOf(page))?.length).toBeLessThan(100_000)
  await expect(page.locator('[name=custom_interest]')).toHaveValue(/^a{1000}/)
})

test('a browser that refuses storage sends forms all the same', async ({ page, endpoint }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
    }
  })
  const email = newEmail()
  await page.goto('/waitlist')
  await fill(page, email)
  await page.locator('main form button[type=submit]').click()
  await expect(page).toHaveURL('/confirmation')
  expect(endpoint.from(email)).toHaveLength(1)
})

test('going back after sending says so, with a way to send another one', async ({ page }) => {
  await page.goto('/waitlist')
  await fill(page, newEmail())
  await page.locator('main form button[type=submit]').click()
  await expect(page).toHaveURL('/confirmation')
  await page.goBack()
  const form = page.locator('form#waitlist')
  await expect(form).toBeHidden()
  await expect(page.locator('.sent-notice')).toBeInViewport({ ratio: 1 })
  await page.locator('.sent-notice button').click()
  await expect(form).toBeVisible()
  await expect(page.locator('[name=email]')).toHaveValue('')
})
