import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/**
 * Returns the options for starting a browser in tests. Chromium uses only the last list of disabled features, so this
 * list repeats the one of Playwright. It adds the omnibox features: they start two more renderer processes per
 * window, which take longer than most tests.
 */
export const launchOptions = () => ({
  executablePath: findChromium([headlessShell, ...browsers]),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    // Spaces letters as on phones. Hinting would align them to whole pixels and widen words by up to 10%.
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
/** The browser that Playwright uses for headless tests. It opens a window in half the time. */
const headlessShell = 'chromium-headless-shell'

/**
 * Returns the path of a Chromium: of the system or of Playwright. Installs one if necessary.
 *
 * @param names the names of programs, in order of preference
 * @throws Error with one line that says what to do, if no browser can be installed
 */
function findChromium(names: string[]): string {
  const found = installed(names)
  if (found) return found
  for (const [command, ...args] of [
    ['npx', 'playwright', 'install', 'chromium'],
    ['apt-get', 'update'],
    ['apt-get', 'install', '--yes', '--no-install-recommends', headlessShell],
    ['apt-get', 'install', '--yes', '--no-install-recommends', 'chromium'],
  ]) {
    if (!command) continue
    console.error(`No Chromium found. Running: ${[command, ...args].join(' ')}`)
    try {
      execFileSync(command, args, { stdio: ['ignore', 'ignore', 'ignore'], timeout: 300_000 })
    } catch {
      continue
    }
    const path = installed(names)
    if (path) return path
  }
  throw new Error(
    'The browser tests need Chromium: install it, or set CHROMIUM_PATH to the path of its program',
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
