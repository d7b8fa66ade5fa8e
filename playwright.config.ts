import { defineConfig } from '@playwright/test'
import { launchOptions } from './scripts/chromium.ts'

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '*.spec.ts',
  globalSetup: './tests/build-for-browsers.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // A test that needs a second try is a fault, of itself or of the site.
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  timeout: 60_000,
  use: {
    viewport: { width: 1280, height: 800 },
    launchOptions: launchOptions(),
  },
  projects: [
    { name: 'with JavaScript' },
    {
      name: 'without JavaScript',
      // Journeys marked so must end alike when no script runs.
      grep: /@no-script/,
      // One site does for all of them.
      workers: 1,
      use: { javaScriptEnabled: false },
    },
    {
      name: 'studio',
      testDir: 'tests/studio',
      // The Studio opens in some three seconds, but took over twenty where two slow cores ran two of it.
      timeout: 120_000,
      expect: { timeout: 30_000 },
      use: { actionTimeout: 30_000 },
    },
  ],
})
