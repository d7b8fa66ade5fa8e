import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundleInto } from '../../lake/src/testing/bundle-workers.ts'
import { root } from '../../server/root.ts'

/** What came of a process that was to kill itself. */
interface Killed {
  /** The steps that it came to, the last of which it was killed at. */
  steps: string[]
  /** Whether it was; else it has ended by itself, having no such step. */
  wasKilled: boolean
}

/** Runs `killed.ts` as a bundle in the build, of which it is one of the programs then. */
export class KilledProcesses {
  readonly #folder = realpathSync(join(root, 'build'))
  readonly #name = `killed-${process.pid}`
  readonly #program = join(this.#folder, `${this.#name}.js`)

  bundle(): Promise<void> {
    const programs = { [this.#name]: 'tests/upgrade/killed.ts' }
    return bundleInto(this.#folder, root, programs, {
      alias: {
        'embedded-content-lake': './lake/src/index.ts',
      },
      // The pages have them as well, and what builds is not run.
      external: ['react', 'react-dom', '@remix-run/*', '@tailwindcss/*', 'esbuild', 'vite'],
    })
  }

  async run(
    what: 'upgrade' | 'rollback' | 'recover',
    dataDir: string,
    step: number,
    settings: Record<string, string> = {},
  ): Promise<Killed> {
    const child = spawn(process.execPath, [this.#program, what, String(step)], {
      env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir, ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += chunk
    })
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
    if (code !== 0 && signal !== 'SIGKILL') throw new Error(`ended with ${code}: ${said}`)
    return { steps: said.split('\n').filter(Boolean), wasKilled: signal === 'SIGKILL' }
  }

  remove(): void {
    rmSync(this.#program, { force: true })
  }
}
