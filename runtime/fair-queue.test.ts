import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const limits = { parallel: 1, parallelPerClient: 1, waiting: 100, waitingPerClient: 50 }

/** Returns a queue whose jobs take `ms` milliseconds, and the names of the finished jobs in order. */
function start() {
  const queue = new FairQueue(limits)
  const done: string[] = []
  const run = (client: string, name: string, ms = 2) =>
    queue.run(client, async () => {
      await sleep(ms)
      done.push(name)
    })
  return { queue, done, run }
}

it('runs one job of each client in turn', async () => {
  const { queue, done, run } = start()
  await Promise.all([
    ...['a1', 'a2', 'a3'].map((name) => run('a', name)),
    run('b', 'b1'),
    ...['c1', 'c2'].map((name) => run('c', name)),
  ])
  expect(done.slice(0, 3).sort()).toEqual(['a1', 'b1', 'c1'])
  expect(queue.size).toEqual({ running: 0, waiting: 0 })
})

it('runs the client that has used less time first', async () => {
  const { done, run } = start()
  await Promise.all([
    ...['a1', 'a2'].map((name) => run('a', name, 60)),
    ...['b1', 'b2', 'b3'].map((name) => run('b', name, 1)),
  ])
  expect(done).toEqual(['a1', 'b1', 'b2', 'b3', 'a2'])
})

it('runs new clients before those that have had a turn', async () => {
  const { done, run } = start()
  for (const client of ['a', 'b', 'c']) await run(client, `${client}1`)
  await Promise.all([run('a', 'a2'), run('b', 'b2'), run('c', 'c2'), run('new', 'new1')])
  expect(done.slice(3)).toEqual(['a2', 'new1', 'b2', 'c2'])
})

it('runs new clients with one waiting job before those with many', async () => {
  const { done, run } = start()
  await Promise.all([
    run('first', 'first1'),
    ...['many1', 'many2', 'many3'].map((name) => run('many', name)),
    run('new', 'new1'),
  ])
  expect(done.slice(0, 3)).toEqual(['first1', 'new1', 'many1'])
})

it('runs new clients with low demand before those with high demand', async () => {
  const demand = new Map([['crowd', 9]])
  const queue = new FairQueue(limits, (client) => demand.get(client) ?? 1)
  const done: string[] = []
  const run = (client: string) =>
    queue.run(client, () => sleep(2).then(() => void done.push(client)))
  await Promise.all(['first', 'crowd', 'new'].map(run))
  expect(done).toEqual(['first', 'new', 'crowd'])
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
  const first = queue.run('a', () => sleep(10))
  let ran = false
  const second = queue.run(
    'a',
    () => {
      ran = true
    },
    controller.signal,
  )
  controller.abort(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  await first
  expect(ran).toBe(false)
  expect(queue.size).toEqual({ running: 0, waiting: 0 })
})

it('rejects waiting jobs beyond the limit of a client', async () => {
  const queue = new FairQueue({ ...limits, waitingPerClient: 1 })
  const kept = [queue.run('a', () => sleep(5)), queue.run('a', () => 'second')]
  await expect(queue.run('a', () => 'third')).rejects.toMatchObject({ scope: 'client' })
  expect(await queue.run('b', () => 'b')).toBe('b')
  expect((await Promise.all(kept))[1]).toBe('second')
})

it('rejects the latest job of the client with the most waiting jobs when the queue is full', async () => {
  const queue = new FairQueue({ ...limits, waiting: 3 })
  const first = queue.run('a', () => sleep(20))
  const crowd = ['a2', 'a3', 'a4'].map((name) => queue.run('a', () => name))
  const other = queue.run('b', () => 'b')
  await expect(crowd[2]).rejects.toMatchObject({ scope: 'all' })
  expect(await other).toBe('b')
  await first
  expect(await Promise.all(crowd.slice(0, 2))).toEqual(['a2', 'a3'])
})
