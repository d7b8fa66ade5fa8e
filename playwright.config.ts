import { defineConfig } from '@playwright/test'
import { launchOptions } from './tests/chromium.ts'
import { isNightly, nightly } from './tests/nightly.ts'

/** Files that open more pages at night, or have tests for it. */
const both = ['**/{applicants,languages,pages,translations}.spec.ts']

/** Selects the daily or the nightly files of a folder. */
const chosen = (names: readonly string[]) => {
  const files = names.map((name) => `**/${name}.spec.ts`)
  return isNightly
    ? { testMatch: [...files, ...both] }
    : { testIgnore: files, grepInvert: /@nightly/ }
}

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '*.spec.ts',
  globalSetup: './tests/build-for-browsers.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // A test that needs a retry has a bug, or the site has one.
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  // Limits for what never ends. On a busy machine, a page can take ten times as long as on an idle one.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    viewport: { width: 1280, height: 800 },
    launchOptions: launchOptions(),
  },
  projects: [
    { name: 'with JavaScript', ...chosen(nightly.journeys) },
    {
      name: 'without JavaScript',
      ...chosen(nightly.journeys),
      // Journeys with this tag must have the same result without scripts.
      grep: /@no-script/,
      // One worker, so that all journeys share one site.
      workers: 1,
      use: { javaScriptEnabled: false },
    },
    {
      name: 'studio',
      testDir: 'tests/studio',
      ...chosen(nightly.studio),
      // The Studio usually opens in three seconds, but took more than 20 seconds when two ran on two slow cores.
      timeout: 240_000,
      expect: { timeout: 60_000 },
      use: { actionTimeout: 60_000 },
    },
  ],
})
