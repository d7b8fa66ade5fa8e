import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { scriptsInPages } from './app/document/scripts/in-page.ts'

/** Of a machine that has much else to do; whoever is done earlier does not wait. */
const timeouts = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
}

const workers = fileURLToPath(new URL('lake/src/testing/bundle-workers.ts', import.meta.url))

export default defineConfig({
  test: {
    // Sites, lakes and workers have processes of their own: more of them than cores disturb each other.
    maxWorkers: 2,
    projects: [
      {
        plugins: [scriptsInPages()],
        test: {
          ...timeouts,
          name: 'site',
          include: ['{app,server,scripts,schemas,studio,seed}/**/*.test.{ts,tsx}'],
          globalSetup: [workers],
        },
      },
      {
        test: {
          ...timeouts,
          name: 'lake',
          root: 'lake',
          include: ['src/**/*.test.ts'],
          globalSetup: [workers],
        },
      },
      {
        test: {
          ...timeouts,
          name: 'system',
          include: ['tests/**/*.test.ts'],
          globalSetup: ['tests/build.ts', workers],
        },
      },
    ],
  },
})
