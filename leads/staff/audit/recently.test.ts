import { expect, it } from 'vitest'
import { Recently } from './recently.ts'

it('has something written down once in a while, and again what could not be', async () => {
  const recently = new Recently(60_000)
  let written = 0
  const write = async () => void written++
  await expect(
    recently.once('a', async () => {
      throw new Error('The disk is full')
    }),
  ).rejects.toThrow('full')
  await recently.once('a', write)
  await recently.once('a', write)
  await recently.once('b', write)
  expect(written).toBe(2)
})
