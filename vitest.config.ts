import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { inlineScripts } from './app/document/scripts/inline-scripts.ts'
import { isNightly, nightly } from './tests/nightly.ts'

/** Long enough for a busy machine. Tests do not wait for the timeout if they finish earlier. */
const timeouts = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
}

/**
 * The test files of a worker share its process and its imported modules. Loading the modules for each file took half
 * of the CPU time. So no file may mock a module, and each file must restore what it replaces.
 */
const isolate = false

/**
 * Enlarges V8's young generation, so that rendering a page needs no garbage collection. It saves 10% of the CPU time.
 */
const execArgv = ['--max-semi-space-size=64']

const inTesting = (name: string) =>
  fileURLToPath(new URL(`packages/content-lake/src/testing/${name}`, import.meta.url))
const workers = inTesting('bundle-workers.ts')
const bundledWorkers = inTesting('use-bundled-workers.ts')

/** Tests of the built site. They wait for the build, which the first project's tests do not need. */
const system = {
  ...timeouts,
  isolate,
  execArgv,
  env: {
    // React's production build, which visitors use. Its development build is five times slower.
    NODE_ENV: 'production' as const,
  },
  globalSetup: ['tests/build.ts', workers],
  setupFiles: [bundledWorkers, 'tests/wait-for-build.ts'],
}

const exclude = [...configDefaults.exclude, ...nightly.vitest]

const daily: TestProjectConfiguration[] = [
  {
    plugins: [inlineScripts()],
    test: {
      ...timeouts,
      name: 'site',
      isolate,
      execArgv,
      include: [
        '{app,cli,packages/{leads,kit,staff-studio},office,server,scripts,schemas,seed,site,studio}/**/*.test.{ts,tsx}',
      ],
      exclude,
      globalSetup: [workers],
      setupFiles: [bundledWorkers],
    },
  },
  {
    test: {
      ...timeouts,
      name: 'lake',
      isolate,
      root: 'packages/content-lake',
      include: ['src/**/*.test.ts'],
      exclude,
      globalSetup: [workers],
      setupFiles: [bundledWorkers],
    },
  },
  { test: { ...system, name: 'system', include: ['tests/**/*.test.ts'], exclude } },
]

export default defineConfig({
  test: {
    // Test files wait for child processes half of the time, so two workers would not keep two cores busy. Four
    // workers are not faster than three.
    maxWorkers: 3,
    projects: isNightly
      ? [{ test: { ...system, name: 'nightly', include: nightly.vitest } }]
      : daily,
  },
})
