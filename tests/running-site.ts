import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from 'halvi-site/root'
import { AppliedEvents, latestEvent } from './applied.ts'
import { copyPreparedLake } from './prepared-lake.ts'
import { until } from './until.ts'

/** A site in a separate process with its data folder. */
export interface RunningSite {
  url: string
  dataDir: string
  /** Output lines so far. */
  lines: string[]
  process: ChildProcess
  /** Resolves when the site has applied all changes of its embedded lake so far. Needs `LOG_LEVEL=debug`. */
  applied(): Promise<void>
  /** Resolves to the first line of the log with a text, as soon as it is written. */
  logged(text: string): Promise<string>
  /** Sends SIGTERM and returns the exit code. Keeps the data. */
  stop(): Promise<number | null>
  /** Kills the process and removes its data. */
  remove(): Promise<void>
}

/** Setting that starts the shipped program, which renders pages in advance and builds the Studio. */
export const asShipped = { AS_SHIPPED: 'yes' }

/** Path of the program for tests, relative to the root. It skips these steps. */
const testProgram = 'tests/quick-site.js'

/** Returns an environment with a free port and no settings from the machine. */
function environment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { HOME, TMPDIR } = process.env
  // Like npm, puts the current Node first.
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`
  const ours = {
    ...{ NODE_ENV: 'production' as const, PORT: '0', HOST: '127.0.0.1', RATE_LIMIT: 'off' },
    LOG_LEVEL: 'debug',
  }
  return { PATH, HOME, TMPDIR, ...ours, ...settings }
}

interface StartOptions {
  /**
   * `new` starts without content, like a first start. `filled` starts with a copy of the prepared lake.
   */
  data?: Data
  /** Whether it gets a process group, so that a test can signal all its processes: `process.kill(-pid)`. */
  ownGroup?: boolean
  /** Folder of another version of the repository. */
  folder?: string | undefined
  /** Maximum number of file descriptors. */
  descriptors?: number
}

type Data = 'new' | 'filled'

/**
 * Starts the built program and waits until it serves. A given DATA_DIR is used unchanged.
 *
 * @throws Error with its output if it exits
 */
export async function startSite(
  settings: Record<string, string> = {},
  { data = 'filled', ownGroup = false, folder = root, descriptors }: StartOptions = {},
): Promise<RunningSite> {
  const dataDir = settings.DATA_DIR ?? (await newDataDir(data))
  const { start } = scriptsOf(folder)
  // Earlier versions kept the shell as the parent process, which would receive the signals.
  const limit = descriptors ? `ulimit -n ${descriptors}; ` : ''
  const command = limit + (start.includes('exec ') ? start : `exec ${start}`)
  const child = spawnCommand(command, { ...settings, DATA_DIR: dataDir }, [], ownGroup, folder)
  const lines: string[] = []
  const events = new AppliedEvents()
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const url = await waitForUrl(child, lines, (line) => events.read(line))
  const stop = () => {
    child.kill('SIGTERM')
    return exited
  }
  const remove = async () => {
    child.kill('SIGKILL')
    await exited
    // The child processes exit a little later and may still open files.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  const applied = async () => events.upTo(await latestEvent(url, lakeTokenOf({ dataDir })))
  const logged = (text: string) => until(() => lines.find((line) => line.includes(text)))
  return { url, dataDir, lines, process: child, applied, logged, stop, remove }
}

/**
 * Returns the URL of a starting site as soon as it logs it. Appends all output to `lines`, also afterward, and calls
 * `onLine`.
 *
 * @throws Error with its output if it exits
 */
export function waitForUrl(
  child: ChildProcess,
  lines: string[],
  onLine?: (line: string) => void,
): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line)
        onLine?.(line)
        const serving = /"msg":"site (http[^"]+)"/.exec(line)?.[1]
        if (serving) resolve(serving)
      })
    }
    child.once('exit', (code) => reject(new Error(`exited with ${code}:\n${lines.join('\n')}`)))
  })
}

/** Returns the content token of a site's embedded lake. */
export function lakeTokenOf({ dataDir }: Pick<RunningSite, 'dataDir'>): string {
  return readFileSync(join(dataDir, 'lake-token'), 'utf8').trim()
}

async function newDataDir(data: Data): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'halvi-'))
  const lake = join(dataDir, 'lake')
  if (data !== 'new') await copyPreparedLake(lake)
  return dataDir
}

/** Runs the site or another program of operators with arguments until it exits. */
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

/** An npm script for operators. */
type Program = 'start' | 'halvi' | 'leads' | 'people'

function scriptsOf(folder: string): Record<Program, string> {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).scripts
}

/**
 * Starts a program like npm, by its command in a shell. The command uses `exec`, so signals reach the program.
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
  const isForTests = cwd === root && !('AS_SHIPPED' in settings)
  const program = isForTests
    ? command.replace('scripts/run.js halvi start', `${testProgram} start`)
    : command
  return spawn('/bin/sh', ['-c', `${program} "$@"`, 'sh', ...args], {
    cwd,
    detached,
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
