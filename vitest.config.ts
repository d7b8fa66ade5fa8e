import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { scriptsInPages } from './app/document/scripts/in-page.ts'

/** Of a machine that has much else to do; whoever is done earlier does not wait. */
const timeouts = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
}

/**
 * The files of a worker share its process and what they import, which else took half of the processor's
 * time: no file mocks a module, and each puts back what it replaces.
 */
const isolate = false

/** What a page is made of is cleared away once it was sent, not in the middle: a tenth less of a processor. */
const execArgv = ['--max-semi-space-size=64']

/** Takes the longest by far. Begun last, it would run for half a minute beside nothing. */
const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith('/attacks.test.ts')

/** Projects by name, as Vitest has them: what the last one needs is built while the others run. */
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
    // Files wait for processes of their own half of the time: with as many workers as two cores the cores rest. Four
    // take as long as three.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [scriptsInPages()],
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
            // React as visitors meet it: while developing it takes five times as long.
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
