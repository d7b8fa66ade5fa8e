import { expect, type Locator, type Page } from '@playwright/test'

/** Opens the menu of a section in the preview, which starts some time after the page. */
export async function openSectionMenu(studio: Page, key: string): Promise<void> {
  const frame = studio.frameLocator('iframe')
  const section = frame.locator(`[data-sanity*="path=sections:${key};"]`)
  const item = frame.locator('sanity-visual-editing').getByRole('menuitem', { name: 'Duplicate' })
  await expect(async () => {
    await studio.mouse.move(0, 0)
    await section.hover({ position: { x: 20, y: 20 } })
    await section.click({ button: 'right', position: { x: 20, y: 20 } })
    await expect(item).toBeVisible({ timeout: 2_000 })
  }).toPass({ intervals: [0] })
}

/** Clicks a text in the preview until its field is open. The preview's overlays start some time after the page. */
export async function clickUntilOpen(text: Locator, input: Locator, value: string): Promise<void> {
  await expect(async () => {
    await text.click()
    await expect(input).toHaveValue(value, { timeout: 2_000 })
  }).toPass({ intervals: [0] })
}
