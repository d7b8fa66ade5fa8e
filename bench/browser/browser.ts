import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.ts'

const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking']

/** Starts a browser with the features of visitors' browsers, but without background network requests. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args })
}

/** Starts a browser, calls `work` with it, and closes it. */
export async function inBrowser<Result>(
  work: (browser: Browser) => Promise<Result>,
): Promise<Result> {
  const browser = await launchBrowser()
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}
