import { expect, test } from './site.ts'

test('the FAQ shows one answer at a time', async ({ page }) => {
  await page.goto('/support/faq')
  const questions = page.locator('main details')
  await expect(questions).toHaveCount(6)
  const open = page.locator('main details[open]')
  const first = questions.nth(0)
  const second = questions.nth(1)

  await first.locator('summary').click()
  await expect(open).toHaveCount(1)
  await second.locator('summary').click()
  await expect(open).toHaveCount(1)
  await expect(second).toHaveAttribute('open')
  await second.locator('summary').click()
  await expect(open).toHaveCount(0)
})

test('the search shows results, or a message without results @no-script', async ({ page }) => {
  await page.goto('/support/faq')
  const box = page.getByRole('searchbox')
  const all = await page.locator('main').innerText()

  await box.fill('driver')
  await box.press('Enter')
  await expect(page).toHaveURL('/support/faq?q=driver')
  await expect(page.getByRole('searchbox')).toHaveValue('driver')
  await expect(page.locator('main')).toContainText(/driver/i)
  expect(await page.locator('main').innerText()).not.toBe(all)

  await page.goto(`/support/faq?q=${encodeURIComponent('"><b>zzqx')}`)
  await expect(page.getByRole('searchbox')).toHaveValue('"><b>zzqx')
  await expect(page.locator('main b')).toHaveCount(0)
  await expect(page.getByRole('status')).toBeVisible()
})
