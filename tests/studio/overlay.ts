import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../journeys/site.ts'
import { expect } from './studio.ts'

/**
 * Opens a menu, a popover, or a dialog by keyboard. Expects that it is accessible and has the focus, and that Escape
 * closes it and returns the focus to `opener`.
 *
 * @param open opens the overlay. By default, it presses Enter on `opener`.
 */
export async function expectOverlay(
  page: Page,
  opener: Locator,
  role: 'menu' | 'dialog',
  open = () => opener.press('Enter'),
): Promise<void> {
  await open()
  const overlay = page.getByRole(role)
  await expect(overlay).toBeVisible()
  await expect(overlay.locator(':focus')).toHaveCount(1)
  await expectAccessible(page, undefined, `[role=${role}]`)
  await page.keyboard.press('Escape')
  await expect(overlay).toHaveCount(0)
  await expect(opener).toBeFocused()
}

/** Opens a menu by keyboard and selects its first or last item. */
export async function chooseIn(page: Page, opener: Locator, entry: 'Home' | 'End'): Promise<void> {
  await opener.press('Enter')
  const entries = page.getByRole('menu').getByRole('menuitem')
  const target = entry === 'Home' ? entries.first() : entries.last()
  // The menu focuses its first item before it handles keys, so the key is pressed until it works.
  await expect(async () => {
    await page.keyboard.press(entry)
    await expect(target).toBeFocused({ timeout: 100 })
  }).toPass({ intervals: [0] })
  await page.keyboard.press('Enter')
}

/** Presses Tab, or another key such as Shift+Tab, until an element has the focus. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key)
    await expect(target).toBeFocused({ timeout: 100 })
  }).toPass({ intervals: [0] })
}
