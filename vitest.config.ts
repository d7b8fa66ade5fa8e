import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { inlineScripts } from './app/document/scripts/inline-scripts.ts'

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

/** Matches the slowest test file. If it started last, the other workers would be idle for half a minute. */
const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith('/attacks.test.ts')

/**
 * Sorts projects by name, like Vitest, and starts the slowest file first. The last project's build runs meanwhile.
 */
class LongestFirst extends BaseSequencer {
  override async sort(specs: TestSpecification[]) {
    const sorted = await super.sort(specs)
    return sorted.sort(
      (a, b) =>
        a.project.name.localeCompare(b.project.name) || Number(isLongest(b)) - Number(isLongest(a)),
    )
  }
}

const inTesting = (name: string) =>
  fileURLToPath(new URL(`lake/src/testing/${name}`, import.meta.url))
const workers = inTesting('bundle-workers.ts')
const bundledWorkers = inTesting('use-bundled-workers.ts')

export default defineConfig({
  test: {
    // Test files wait for child processes half of the time, so two workers would not keep two cores busy. Four
    // workers are not faster than three.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [inlineScripts()],
        test: {
          ...timeouts,
          name: 'site',
          isolate,
          execArgv,
          include: [
            '{app,cli,leads,runtime,server,scripts,schemas,studio,seed}/**/*.test.{ts,tsx}',
          ],
          globalSetup: [workers],
          setupFiles: [bundledWorkers],
        },
      },
      {
        test: {
          ...timeouts,
          name: 'lake',
          isolate,
          root: 'lake',
          include: ['src/**/*.test.ts'],
          globalSetup: [workers],
          setupFiles: [bundledWorkers],
        },
      },
      {
        test: {
          ...timeouts,
          name: 'system',
          isolate,
          execArgv,
          env: {
            // React's production build, which visitors use. Its development build is five times slower.
            NODE_ENV: 'production',
          },
          include: ['tests/**/*.test.ts'],
          globalSetup: ['tests/build.ts', workers],
          setupFiles: [bundledWorkers, 'tests/wait-for-build.ts'],
        },
      },
    ],
  },
})
