import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../journeys/site.ts'
import { expect } from './studio.ts'

/**
 * Opens a menu, a popover or a dialog by keyboard, in its own way or by Enter: it is accessible and has the focus,
 * and Escape closes it and gives the focus back to `opener`.
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

/** Opens a menu by keyboard and chooses its first or last entry. */
export async function chooseIn(page: Page, opener: Locator, entry: 'Home' | 'End'): Promise<void> {
  await opener.press('Enter')
  const entries = page.getByRole('menu').getByRole('menuitem')
  const wanted = entry === 'Home' ? entries.first() : entries.last()
  // The menu has its first entry focused before it heeds keys.
  await expect(async () => {
    await page.keyboard.press(entry)
    await expect(wanted).toBeFocused({ timeout: 100 })
  }).toPass({ intervals: [0] })
  await page.keyboard.press('Enter')
}

/** Presses Tab, or Shift and Tab, until something has the focus. */
export async function tabTo(page: Page, wanted: Locator, key = 'Tab'): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key)
    await expect(wanted).toBeFocused({ timeout: 100 })
  }).toPass({ intervals: [0] })
}
