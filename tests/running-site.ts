import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../server/root.ts'
import { copyPreparedLake } from './prepared-lake.ts'

/** A site started as its operators start it, in a process and a data folder of its own. */
export interface RunningSite {
  url: string
  dataDir: string
  /** Lines that it has written so far. */
  lines: string[]
  process: ChildProcess
  /** Ends it as an operator does and tells its exit code; the data stay. */
  stop(): Promise<number | null>
  /** Ends it, if it still runs, and removes its data. */
  remove(): Promise<void>
}

/** Has the shipped program started: it makes pages before somebody asks, and builds the Studio. */
export const asShipped = { AS_SHIPPED: 'yes' }

/** The program that is started otherwise, which `build.ts` makes: it leaves that out. Relative to the root. */
export const programForTests = 'build/halvi-for-tests.js'

/** The environment of a test: nothing of the machine's own settings, a free port, few log lines. */
function environment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { HOME, TMPDIR } = process.env
  // As npm has it: its own node in front.
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`
  const ours = { NODE_ENV: 'production' as const, PORT: '0', HOST: '127.0.0.1', RATE_LIMIT: 'off' }
  return { PATH, HOME, TMPDIR, ...ours, ...settings }
}

interface StartOptions {
  /**
   * `new`: as on the first start ever, without content. Otherwise where one has filled its lake, and has
   * made the pictures that a browser asks for.
   */
  data?: Data
  /** So many file descriptors are allowed. */
  descriptors?: number
  /** Whether it leads a process group, to which a test can send a signal: `process.kill(-pid)`. */
  ownGroup?: boolean
  /** Where another version of the repository is. */
  folder?: string | undefined
}

type Data = 'new' | 'filled'

/**
 * Starts the built program and waits until it serves; a DATA_DIR that is given is left as it is.
 *
 * @throws Error with its output if it ends
 */
export async function startSite(
  settings: Record<string, string> = {},
  { data = 'filled', descriptors, ownGroup = false, folder = root }: StartOptions = {},
): Promise<RunningSite> {
  const dataDir = settings.DATA_DIR ?? (await newDataDir(data))
  const limit = descriptors === undefined ? '' : `ulimit -n ${descriptors} && `
  const { start } = scriptsOf(folder)
  // Earlier versions left the shell in between, which would take signals in their place.
  const command = limit + (start.includes('exec ') ? start : `exec ${start}`)
  const child = spawnCommand(command, { ...settings, DATA_DIR: dataDir }, [], ownGroup, folder)
  const lines: string[] = []
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const url = await addressOf(child, lines)
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  const remove = async () => {
    child.kill('SIGKILL')
    await ended
    // Its processes hear of its end a moment later, and may be opening a file.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  return { url, dataDir, lines, process: child, stop, remove }
}

/**
 * Waits until a site that was started tells its address; what it writes goes into `lines`, then too.
 *
 * @throws Error with its output if it ends
 */
export function addressOf(child: ChildProcess, lines: string[]): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line)
        const serving = /"msg":"site (http[^"]+)"/.exec(line)?.[1]
        if (serving) resolve(serving)
      })
    }
    child.once('exit', (code) => reject(new Error(`ended with ${code}:\n${lines.join('\n')}`)))
  })
}

async function newDataDir(data: Data): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'halvi-'))
  const lake = join(dataDir, 'lake')
  if (data !== 'new') await copyPreparedLake(lake)
  return dataDir
}

/** Runs a program until it ends by itself: the site, or one for operators with its arguments. */
export async function runSite(
  settings: Record<string, string>,
  program: Program = 'start',
  ...args: string[]
) {
  const child = spawnSite(settings, program, ...args)
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr }
}

/** What operators start with `npm start`, `npm run leads` and the like. */
type Program = 'start' | 'halvi' | 'leads' | 'people' | 'rollback'

function scriptsOf(folder: string): Record<Program, string> {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).scripts
}

/**
 * Starts a program as npm does, by its command in a shell: what is sent to the shell must reach the
 * program, which has taken its place.
 */
export function spawnSite(
  settings: Record<string, string>,
  program: Program = 'start',
  ...args: string[]
) {
  return spawnCommand(scriptsOf(root)[program], settings, args)
}

function spawnCommand(
  command: string,
  settings: Record<string, string>,
  args: string[] = [],
  detached = false,
  cwd = root,
) {
  const isForTests =
    cwd === root && !('AS_SHIPPED' in settings) && existsSync(join(root, programForTests))
  const program = isForTests
    ? command.replace('scripts/run.js halvi start', `${programForTests} start`)
    : command
  return spawn('/bin/sh', ['-c', `${program} "$@"`, 'sh', ...args], {
    cwd,
    detached,
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
