import { expect, it } from 'vitest'
import { Turns } from './turns.ts'

it('does one piece of work for each asker in turn', async () => {
  const turns = new Turns()
  const done: string[] = []
  const ask = (asker: string, name: string) =>
    turns.run(
      asker,
      () => true,
      () => done.push(name),
    )
  await Promise.all([
    ...['a1', 'a2', 'a3', 'a4'].map((name) => ask('a', name)),
    ask('b', 'b1'),
    ...['c1', 'c2'].map((name) => ask('c', name)),
  ])
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'c2', 'a4'])
})

it('gives back what the work returns or throws, and lets other work in between', async () => {
  const turns = new Turns()
  const order: string[] = []
  const first = turns.run(
    'a',
    () => true,
    () => order.push('first'),
  )
  const second = turns.run(
    'a',
    () => true,
    () => {
      order.push('second')
      throw new Error('broken')
    },
  )
  setImmediate(() => order.push('other'))
  expect(await first).toBe(1)
  await expect(second).rejects.toThrow('broken')
  expect(order.slice(0, 1)).toEqual(['first'])
  expect(
    await turns.run(
      'a',
      () => true,
      () => 'still there',
    ),
  ).toBe('still there')
})

it('lets an asker rest after slow work, and others go on', async () => {
  const turns = new Turns()
  const done: string[] = []
  const always = () => true
  const slow = turns.run('a', always, () => {
    for (const end = performance.now() + 200; performance.now() < end; );
    done.push('slow')
  })
  const next = turns.run('a', always, () => done.push('next'))
  await slow
  for (const name of ['b1', 'b2', 'b3']) await turns.run('b', always, () => done.push(name))
  await next
  expect(done).toEqual(['slow', 'b1', 'b2', 'b3', 'next'])
  expect(await turns.run('a', always, () => 'still there')).toBe('still there')
})

it('does no work for who has gone, and refuses who has a thousand waiting', async () => {
  const turns = new Turns()
  let done = 0
  let isThere = true
  for (let n = 0; n < 1001; n++) {
    turns
      .run(
        'a',
        () => isThere,
        () => done++,
      )
      .catch(() => {})
  }
  await expect(
    turns.run(
      'a',
      () => true,
      () => done++,
    ),
  ).rejects.toMatchObject({ statusCode: 429 })
  isThere = false
  expect(
    await turns.run(
      'b',
      () => true,
      () => 'b',
    ),
  ).toBe('b')
  // The first was done at once.
  expect(done).toBe(1)
})
