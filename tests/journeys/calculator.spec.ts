import { allowStatusErrors, expect, expectAccessible, test } from './site.ts'

test('the earnings calculator has a separate page with links to other pages', async ({
  page,
  pageErrors,
}) => {
  await page.goto('/business/commission')
  await page.getByLabel('Service').selectOption('eats')
  await page.getByRole('textbox', { name: 'Monthly sales' }).fill('$5,000')
  await page.getByRole('textbox', { name: 'Monthly sales' }).press('Enter')
  await expect(page).toHaveURL(/\/business\/commission\/calculator\?branch=eats&sales=/)
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('$4,000 to $4,250')
  await expectAccessible(page)
  await page.locator('main a[href^="/onboarding"]').click()
  await expect(page.locator('[name="business_type"]')).toHaveValue('restaurant')

  await page.goto('/business/commission/calculator?branch=eats&sales=many')
  const sales = page.getByRole('textbox', { name: 'Monthly sales' })
  await expect(sales).toBeFocused()
  await expect(sales).toHaveValue('many')
  await expect(sales).toHaveAccessibleDescription(/Enter a dollar amount/)
  await expectAccessible(page)
  allowStatusErrors(pageErrors, 400)

  await page.goto('/business/commission/calculator?branch=none&sales=')
  const branch = page.getByLabel('Service')
  await expect(branch).toBeFocused()
  await expect(branch).toHaveAttribute('required')
  const summary = page.locator('.error-summary')
  await expect(summary.getByRole('heading')).toHaveText('Please choose a service')
  await expect(page).toHaveTitle(/^Error: (?!Error)/)
  const header = await page.locator('body > header, header').first().boundingBox()
  const top = await page.getByRole('alert').boundingBox()
  expect(top?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0))
  await expect(summary.getByRole('link')).toHaveCount(2)
  await summary.getByRole('link').last().click()
  await expect(sales).toBeFocused()
  allowStatusErrors(pageErrors, 400)
})
