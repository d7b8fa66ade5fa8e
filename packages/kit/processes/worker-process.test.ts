import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { WorkerDiedError, WorkerProcess, WorkerTimeoutError } from './worker-process.ts'

interface Task {
  task: string
  value?: unknown
}

let worker: WorkerProcess<Task, unknown>

function start(options: { idleMs?: number; residentMegabytes?: () => number } = {}) {
  worker = new WorkerProcess<Task, unknown>({
    program: new URL('../testing/faulty-worker.ts', import.meta.url),
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
    expect(await run('crawl', 'done', 3_000)).toBe('done')
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
  while (worker.isRunning) await sleep(10)
  while (isAlive(pid)) await sleep(10)
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
