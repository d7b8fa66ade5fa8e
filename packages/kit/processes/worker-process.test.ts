import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { until } from '../testing/until.ts'
import { WorkerDiedError, WorkerProcess, WorkerTimeoutError } from './worker-process.ts'

interface Task {
  task: string
  value?: unknown
}

let worker: WorkerProcess<Task, unknown>

// A bundle starts in a fifth of the time.
const folder = mkdtempSync(join(tmpdir(), 'worker-'))
const outfile = join(folder, 'worker.mjs')
beforeAll(async () => {
  const source = fileURLToPath(new URL('../testing/faulty-worker.ts', import.meta.url))
  await build({ entryPoints: [source], bundle: true, platform: 'node', format: 'esm', outfile })
})
afterAll(() => rmSync(folder, { recursive: true }))

function start(options: { idleMs?: number; residentMegabytes?: () => number } = {}) {
  worker = new WorkerProcess<Task, unknown>({
    program: pathToFileURL(outfile),
    name: 'faulty',
    heapMegabytes: 40,
    idleMs: 60_000,
    ...options,
  })
  return worker
}

const run = (task: string, value?: unknown, timeoutMs = 20_000) =>
  worker.run({ task, value }, timeoutMs, (error) => new Error((error as Error).message))

afterEach(() => worker.close())

it('runs jobs in one process, which keeps its notifications', async () => {
  start()
  const pid = await run('pid')
  expect(pid).not.toBe(process.pid)
  worker.notify('news')
  expect(await run('notified')).toEqual(['news'])
  const bytes = Buffer.alloc(3_000_000, 'x')
  expect(bytes.equals((await run('give', bytes)) as Buffer)).toBe(true)
  await expect(run('throw', 'broken')).rejects.toThrow('broken')
  await expect(run('give', () => 'no message')).rejects.toThrow('could not be cloned')
  expect(await run('pid')).toBe(pid)
})

it('kills the process when a job exceeds its timeout, and replaces one that died of lack of memory', async () => {
  start()
  const pid = await run('pid')
  await expect(run('spin', undefined, 300)).rejects.toThrow(WorkerTimeoutError)
  expect(worker.isRunning).toBe(false)
  await expect(run('grow')).rejects.toThrow(WorkerDiedError)
  expect(await run('pid')).not.toBe(pid)
})

it.runIf(process.platform === 'linux')(
  'gives a job more time if its process gets little, unless it does nothing',
  async () => {
    start()
    const pid = await run('pid')
    expect(await run('crawl', 'done', 1_000)).toBe('done')
    expect(await run('pid')).toBe(pid)
    await expect(run('sleep', undefined, 300)).rejects.toThrow(WorkerTimeoutError)
  },
)

it.runIf(process.platform === 'linux')(
  'kills a process that exceeds its memory limit outside of the heap',
  async () => {
    start({ residentMegabytes: () => 150 })
    const pid = await run('pid')
    await expect(run('growOutside')).rejects.toThrow('used more than')
    expect(await run('pid')).not.toBe(pid)
  },
)

it('stops the process when it is idle', async () => {
  start({ idleMs: 50 })
  const pid = (await run('pid')) as number
  await until(() => expect(worker.isRunning).toBe(false))
  await until(() => expect(isAlive(pid)).toBe(false))
})

it('rejects the running job when it is closed', async () => {
  start()
  const job = run('sleep')
  worker.close()
  await expect(job).rejects.toThrow(WorkerDiedError)
  await expect(run('give')).rejects.toThrow(WorkerDiedError)
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
