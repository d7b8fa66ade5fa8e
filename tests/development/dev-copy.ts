import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { root } from '../../server/root.ts'
import { waitForUrl } from '../running-site.ts'

/** Folders that `npm run dev` needs. */
const sources = ['app', 'cli', 'lake', 'public', 'schemas', 'scripts', 'seed', 'server', 'studio']
const settingsFiles = ['package.json', 'remix.config.js', 'tsconfig.base.json', 'vite.config.ts']
const workspaces = {
  lake: 'embedded-content-lake',
  schemas: 'halvi-schemas',
  studio: 'halvi-studio',
}

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
  const env = { PATH, HOME, TMPDIR, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir }
  const environment = { ...env, ...settings, NODE_ENV: 'development' as const }
  const child = spawn(process.execPath, ['scripts/dev.js'], {
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

/** Copies the sources and links the installed packages, except the workspaces, which are sources. */
function copyProject(folder: string): void {
  const isSource = (path: string) => !/^(node_modules|dist.*|\.sanity)$/.test(basename(path))
  for (const source of [...sources, ...settingsFiles]) {
    cpSync(join(root, source), join(folder, source), { recursive: true, filter: isSource })
  }
  const unlinked = new Set([...Object.values(workspaces), '.vite', '.cache'])
  for (const workspace of ['.', ...Object.keys(workspaces)]) {
    const installed = join(root, workspace, 'node_modules')
    if (!existsSync(installed)) continue
    const linked = join(folder, workspace, 'node_modules')
    mkdirSync(linked)
    for (const name of readdirSync(installed)) {
      if (!unlinked.has(name)) symlinkSync(join(installed, name), join(linked, name))
    }
  }
  for (const [workspace, name] of Object.entries(workspaces)) {
    symlinkSync(join('..', workspace), join(folder, 'node_modules', name))
  }
}
