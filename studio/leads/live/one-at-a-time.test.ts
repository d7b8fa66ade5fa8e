import { expect, it, vi } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

/** Returns a task whose runs finish when `end` is called. */
function heldTask() {
  const ends: (() => void)[] = []
  const task = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)))
  const end = async () => {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { task, end }
}

it('runs once more after any number of calls during a run', async () => {
  const { task, end } = heldTask()
  const run = oneAtATime(task, new AbortController().signal)
  run()
  run()
  run()
  expect(task).toHaveBeenCalledTimes(1)
  await end()
  expect(task).toHaveBeenCalledTimes(2)
  await end()
  expect(task).toHaveBeenCalledTimes(2)
  run()
  expect(task).toHaveBeenCalledTimes(3)
})

it('runs again after a failure, but not after an abort', async () => {
  const controller = new AbortController()
  const { task, end } = heldTask()
  task.mockRejectedValueOnce(new Error('unreachable'))
  const run = oneAtATime(task, controller.signal)
  run()
  run()
  await end()
  expect(task).toHaveBeenCalledTimes(2)
  run()
  controller.abort()
  await end()
  run()
  expect(task).toHaveBeenCalledTimes(2)
})
