import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/**
 * How the tests start a browser. Chromium heeds the last list of disabled features alone, so that this
 * one repeats what Playwright turns off for tests without the network. The omnibox is ours: since it is
 * a page of its own, each window starts two more renderers, which cost more than most tests do.
 */
export const launchOptions = () => ({
  executablePath: findChromium([headlessShell, ...browsers]),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    // Letters are as far apart as on phones, not put on whole pixels, which widens words by up to a tenth.
    '--font-render-hinting=none',
    `--disable-features=${[
      'WebUIOmniboxPopup',
      'WebUIOmniboxAimPopup',
      'WebUIOmniboxFullPopup',
      'AimEnabled',
      'AvoidCorsURLLoaderRestartOnRedirect',
      'AvoidUnnecessaryBeforeUnloadCheckSync',
      'DestroyProfileOnBrowserClose',
      'HttpsFirstBalancedModeAutoEnable',
      'HttpsUpgrades',
      'LensOverlay',
      'MediaRouter',
      'NetworkTimeServiceQuerying',
      'OptimizationHints',
      'PaintHolding',
      'PreconnectToSearch',
      'ThirdPartyStoragePartitioning',
    ].join(',')}`,
  ],
})

const browsers = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
/** Playwright's own choice for headless tests: it opens a window in half the time. */
const headlessShell = 'chromium-headless-shell'

/**
 * The path of a Chromium: the system's, or Playwright's, or one that is installed now. What is measured
 * or drawn comes from a browser as visitors have it, where there is one.
 *
 * @param names of programs, the best first
 * @throws Error with one line that says what to do when none can be had
 */
export function findChromium(names: string[] = [...browsers, headlessShell]): string {
  const found = installed(names)
  if (found) return found
  for (const [command, ...args] of [
    ['npx', 'playwright', 'install', 'chromium'],
    ['apt-get', 'update'],
    ['apt-get', 'install', '--yes', '--no-install-recommends', headlessShell],
    ['apt-get', 'install', '--yes', '--no-install-recommends', 'chromium'],
  ]) {
    if (!command) continue
    console.error(`No Chromium found; trying: ${[command, ...args].join(' ')}`)
    try {
      execFileSync(command, args, { stdio: ['ignore', 'ignore', 'ignore'], timeout: 300_000 })
    } catch {
      continue
    }
    const path = installed(names)
    if (path) return path
  }
  throw new Error(
    'The browser tests need Chromium: install it, or set CHROMIUM_PATH to its program',
  )
}

function installed(names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return [
    process.env.CHROMIUM_PATH ?? '',
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    chromium.executablePath(),
  ].find((path) => path && existsSync(path))
}
