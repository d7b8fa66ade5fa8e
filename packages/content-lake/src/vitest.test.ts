import { expect, it } from 'vitest'
import { withLake } from './vitest.ts'

const lake = await withLake({ seed: [{ _id: 'a', _type: 'note', text: 'seed' }] })

it('gives a test file its own dataset, with the seed', async () => {
  await lake
    .client()
    .patch('a', { set: { text: 'changed' } })
    .commit()
  expect(await lake.client().fetch('*[]{_id, text}')).toEqual([{ _id: 'a', text: 'changed' }])
})

it('restores the seed', async () => {
  await lake.client().create({ _id: 'b', _type: 'note' })
  await lake.reset()
  expect(await lake.client().fetch('*[]{_id, text}')).toEqual([{ _id: 'a', text: 'seed' }])
})

it('gives another caller in this process another dataset of the same lake', async () => {
  const other = await withLake()
  expect(other.url).toBe(lake.url)
  expect(await other.client().fetch('*')).toEqual([])
})

it('answers anonymous clients as its access mode permits', async () => {
  const hidden = await withLake({ aclMode: 'private', seed: [{ _id: 'a', _type: 'note' }] })
  await expect(hidden.client({ token: undefined }).fetch('*')).rejects.toMatchObject({
    statusCode: 401,
  })
  expect(await lake.client({ token: undefined }).getDocument('a')).toMatchObject({ _id: 'a' })
})
