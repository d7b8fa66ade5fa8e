import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../server/to-office/free-port.ts'
import { copyProject } from '../project-copy.ts'
import { waitForUrl } from '../running-site.ts'

/** A copy of the project in which `npm run dev` runs. */
export interface DevCopy {
  url: string
  /** Data folder of the copy. */
  dataDir: string
  /** Output lines so far. */
  lines: string[]
  /** Replaces text in a file of the copy, like an editor that saves it. @throws Error if the file lacks the text */
  edit(file: string, from: string, to: string): Promise<void>
  /** Stops `npm run dev` and removes the copy. */
  remove(): Promise<void>
}

/** Copies the project and starts `npm run dev` there. */
export async function startDevCopy(settings: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'halvi-dev-'))
  copyProject(folder)
  const dataDir = join(folder, 'data')
  const { PATH, HOME, TMPDIR } = process.env
  // The site restarts at the same port.
  const env = {
    PATH,
    HOME,
    TMPDIR,
    PORT: String(await freePort()),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
  }
  const environment = { ...env, ...settings, NODE_ENV: 'development' as const }
  const child = spawn('npm', ['run', 'dev'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  const lines: string[] = []
  const url = await waitForUrl(child, lines)
  const copy: DevCopy = {
    url,
    dataDir,
    lines,
    async edit(file, from, to) {
      const text = await readFile(join(folder, file), 'utf8')
      if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`)
      await writeFile(join(folder, file), text.replace(from, to))
    },
    async remove() {
      child.kill('SIGTERM')
      const killTimer = setTimeout(() => child.kill('SIGKILL'), 15_000)
      await exited
      clearTimeout(killTimer)
      await rm(folder, { recursive: true, force: true })
    },
  }
  return copy
}
