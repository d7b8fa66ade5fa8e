import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundleInto } from '../../lake/src/testing/bundle-workers.ts'
import { root } from '../../server/root.ts'

/** The outcome of a process that kills itself at a step. */
interface KilledRun {
  /** The steps that it reached. It was killed at the last one. */
  steps: string[]
  /** Whether it was killed. False if it finished before the step. */
  wasKilled: boolean
}

/** Bundles `killed-at-step.ts` into the build output, and runs it. */
export class KilledProcesses {
  readonly #folder = realpathSync(join(root, 'build'))
  readonly #name = `killed-${process.pid}`
  readonly #program = join(this.#folder, `${this.#name}.js`)

  bundle(): Promise<void> {
    const programs = { [this.#name]: 'tests/upgrade/killed-at-step.ts' }
    return bundleInto(this.#folder, root, programs, {
      alias: {
        'embedded-content-lake': './lake/src/index.ts',
      },
      // The packages of the pages are installed, and the packages that build the site are not run.
      external: ['react', 'react-dom', '@remix-run/*', '@tailwindcss/*', 'esbuild', 'vite'],
    })
  }

  async run(
    action: 'upgrade' | 'rollback' | 'recover',
    dataDir: string,
    step: number,
    settings: Record<string, string> = {},
  ): Promise<KilledRun> {
    const child = spawn(process.execPath, [this.#program, action, String(step)], {
      env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir, ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
    if (code !== 0 && signal !== 'SIGKILL') throw new Error(`exited with ${code}: ${output}`)
    return { steps: output.split('\n').filter(Boolean), wasKilled: signal === 'SIGKILL' }
  }

  remove(): void {
    rmSync(this.#program, { force: true })
  }
}
