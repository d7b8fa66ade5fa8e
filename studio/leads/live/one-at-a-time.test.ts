import { expect, it, vi } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

/** A task whose runs end when told to. */
function heldTask() {
  const ends: (() => void)[] = []
  const task = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)))
  const end = async () => {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { task, end }
}

it('does once more what is asked for meanwhile, however often', async () => {
  const { task, end } = heldTask()
  const look = oneAtATime(task, new AbortController().signal)
  look()
  look()
  look()
  expect(task).toHaveBeenCalledTimes(1)
  await end()
  expect(task).toHaveBeenCalledTimes(2)
  await end()
  expect(task).toHaveBeenCalledTimes(2)
  look()
  expect(task).toHaveBeenCalledTimes(3)
})

it('goes on after a failure, and no more once it was ended', async () => {
  const controller = new AbortController()
  const { task, end } = heldTask()
  task.mockRejectedValueOnce(new Error('away'))
  const look = oneAtATime(task, controller.signal)
  look()
  look()
  await end()
  expect(task).toHaveBeenCalledTimes(2)
  look()
  controller.abort()
  await end()
  look()
  expect(task).toHaveBeenCalledTimes(2)
})
