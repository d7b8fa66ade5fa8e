import { expect, expectAccessible, test, themeRules } from './site.ts'

test('the skip link is the first tab stop and skips the header', async ({ page }) => {
  await page.goto('/support/faq')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const inMain = await page.evaluate(() =>
    document.querySelector('main')?.contains(document.activeElement),
  )
  expect(inMain).toBe(true)
})

test('the waitlist form works by keyboard, with one tab stop per field', async ({ page }) => {
  await page.goto('/waitlist')
  const { keyboard } = page
  const fields = page.locator('main form [name]:not([type=hidden], [tabindex="-1"])')
  // Two more tab stops: the skip link and the button.
  const maxStops = (await fields.count()) + 2
  let stops = 0
  const tabTo = async (selector: string) => {
    do {
      await keyboard.press('Tab')
      stops++
    } while (stops <= maxStops && !(await page.locator(`${selector}:focus`).count()))
  }
  await tabTo('.skip-link')
  await keyboard.press('Enter')
  await tabTo('[name=name]')
  await keyboard.type('Amina')
  await tabTo('[name=email]')
  await keyboard.type(`keyboard.${process.pid}.${Date.now()}@example.com`)
  await tabTo('[name=interests]')
  await keyboard.press('Space')
  await tabTo('main form [type=submit]')
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/confirmation')
  expect(stops).toBeLessThanOrEqual(maxStops)
})

for (const [name, id, tag] of [
  ['Join the Movement', '.waitlist-dialog', '@no-script'],
  ['View Halvi Ecosystem Apps', '#apps', undefined],
] as const) {
  test(`the dialog of '${name}' keeps the focus, moves nothing, and returns the focus`, {
    tag,
  }, async ({ page, javaScriptEnabled }) => {
    await page.goto('/')
    const opener = page.getByRole('button', { name })
    const dialog = page.locator(id)
    const positionOf = async () => JSON.stringify(await page.locator('h1').boundingBox())
    await opener.focus()
    const before = await positionOf()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
    if (javaScriptEnabled !== false) await expectAccessible(page)
    expect(await positionOf()).toBe(before)
    const stops = await dialog.locator('a, button, [tabindex]').count()
    for (let stop = 0; stop < stops + 3; stop++) {
      await page.keyboard.press('Tab')
      // At the end, the focus leaves for the browser itself.
      await expect(page.locator(`:is(body, ${id} *):focus, body:not(:has(:focus))`)).toHaveCount(1)
    }
    expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
    await page.mouse.click(4, 100)
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL('/')
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('the menu opens and closes by keyboard, in both themes', async ({ page }) => {
    await page.goto('/support/faq')
    const button = page.getByRole('button', { name: 'Menu' })
    const menu = page.getByRole('navigation', { name: 'Main' })
    for (const [colorScheme, rules] of [
      ['light', undefined],
      ['dark', themeRules],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(menu).toBeHidden()
      await button.focus()
      await page.keyboard.press('Enter')
      await expect(menu).toBeVisible()
      await expectAccessible(page, rules)
      await page.keyboard.press('Tab')
      await expect(menu.getByRole('link').first()).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(menu).toBeHidden()
      await expect(button).toBeFocused()
    }
  })
})
