import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/bundle-workers.ts'],
    setupFiles: ['src/testing/use-bundled-workers.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
