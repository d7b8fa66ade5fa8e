import { defineConfig } from '@playwright/test'
import { findChromium } from './tests/chromium.ts'

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '*.spec.ts',
  globalSetup: './tests/build.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // Another try tells a hiccup of the machine from a fault; the report calls flaky what needed one.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  timeout: 30_000,
  use: {
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: findChromium(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
    },
  },
  projects: [
    { name: 'with JavaScript' },
    {
      name: 'without JavaScript',
      // Journeys marked so must end alike when no script runs.
      grep: /@no-script/,
      use: { javaScriptEnabled: false },
    },
    {
      name: 'studio',
      testDir: 'tests/studio',
      // The Studio opens in some three seconds, but took over twenty where two slow cores ran two of it.
      timeout: 120_000,
      expect: { timeout: 30_000 },
      use: { actionTimeout: 30_000 },
      // The Studio is not ours: another try tells its hiccups from our faults.
      retries: 2,
    },
  ],
})
