import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build, stop } from 'esbuild'
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
  readonly #program = join(realpathSync(join(root, 'build')), `killed-${process.pid}.js`)

  async bundle(): Promise<void> {
    await build({
      absWorkingDir: root,
      entryPoints: ['tests/upgrade/killed.ts'],
      outfile: this.#program,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      packages: 'external',
      alias: { 'embedded-content-lake': './lake/src/index.ts' },
      logLevel: 'warning',
    })
    await stop()
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
