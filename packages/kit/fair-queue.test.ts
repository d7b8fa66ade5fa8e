import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const limits = { parallel: 1, waiting: 100, waitingPerClient: 50 }

/** Returns a queue whose jobs take a turn of the event loop, and the names of the finished jobs in order. */
function start() {
  const queue = new FairQueue(limits)
  const done: string[] = []
  const run = (client: string, name: string, priority?: number) =>
    queue.run(client, () => nextTurn().then(() => void done.push(name)), undefined, priority)
  return { queue, done, run }
}

it('runs one job of each client in turn, and jobs of lower priority last', async () => {
  const { queue, done, run } = start()
  await Promise.all([
    run('a', 'a1'),
    ...['d1', 'd2'].map((name) => run('d', name, 1)),
    ...['a2', 'a3', 'a4'].map((name) => run('a', name)),
    run('b', 'b1'),
    ...['c1', 'c2'].map((name) => run('c', name)),
  ])
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'c2', 'a4', 'd1', 'd2'])
  expect(queue.size).toEqual({ running: 0, waiting: 0 })
})

it('settles as the job does, and continues after a job that throws', async () => {
  const queue = new FairQueue(limits)
  const failing = queue.run('a', () => {
    throw new Error('broken')
  })
  await expect(failing).rejects.toThrow('broken')
  expect(await queue.run('a', () => 'still there')).toBe('still there')
})

it('does not run a job whose signal was aborted', async () => {
  const queue = new FairQueue(limits)
  const controller = new AbortController()
  const first = queue.run('a', () => nextTurn())
  let ran = false
  const job = () => {
    ran = true
  }
  const second = queue.run('a', job, controller.signal)
  controller.abort(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  await first
  expect(ran).toBe(false)
  expect(queue.size).toEqual({ running: 0, waiting: 0 })
})

it('rejects waiting jobs beyond the limits of a client and of all clients', async () => {
  const queue = new FairQueue({ parallel: 1, waiting: 2, waitingPerClient: 1 })
  const kept = [queue.run('a', () => nextTurn()), queue.run('a', () => 'second')]
  await expect(queue.run('a', () => 'third')).rejects.toMatchObject({ scope: 'client' })
  const other = queue.run('b', () => 'b')
  await expect(queue.run('c', () => 'c')).rejects.toMatchObject({ scope: 'all' })
  expect(await other).toBe('b')
  expect((await Promise.all(kept))[1]).toBe('second')
})
