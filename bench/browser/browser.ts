import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.ts'

const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking']

/**
 * Calls `work` with a browser that has the features of visitors' browsers, but sends no background network requests.
 */
export async function inBrowser<Result>(
  work: (browser: Browser) => Promise<Result>,
): Promise<Result> {
  const browser = await chromium.launch({ executablePath: findChromium(), args })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}
