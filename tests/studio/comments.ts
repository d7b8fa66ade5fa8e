import { expect, type Page } from '@playwright/test'
import { waitInPage } from './studio.ts'

/** Sends the comment that was just typed. */
export async function sendComment(page: Page): Promise<void> {
  // Sanity's editor reports changes late, and sends what it has reported.
  await waitInPage(page, 1_000)
  // By keyboard, because the editor may cover the button while it grows.
  await page.getByRole('button', { name: 'Send comment' }).press('Enter')
  await expect(page.getByTestId('comments-list-item')).toBeVisible()
}
