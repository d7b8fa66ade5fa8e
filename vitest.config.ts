import { defineConfig } from 'vitest/config'
import { scriptsInPages } from './app/scripts/in-page.ts'

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [scriptsInPages()],
        test: {
          name: 'site',
          include: ['{app,server,schemas,studio,seed}/**/*.test.{ts,tsx}'],
          globalSetup: ['lake/src/testing/bundle-workers.ts'],
        },
      },
      // Processes are started and pictures made: slow on a busy machine.
      {
        test: {
          name: 'lake',
          root: 'lake',
          include: ['src/**/*.test.ts'],
          globalSetup: ['src/testing/bundle-workers.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'system',
          include: ['tests/**/*.test.ts'],
          globalSetup: ['tests/build.ts'],
          testTimeout: 30_000,
        },
      },
    ],
  },
})
