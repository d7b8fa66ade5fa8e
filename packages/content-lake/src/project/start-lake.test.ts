import { afterEach, expect, it } from 'vitest'
import { errorOf } from '../testing/lake-fixture.ts'
import { type LocalLake, type StartOptions, startLake } from './start-lake.ts'

let lake: LocalLake | undefined
afterEach(() => lake?.close())

async function start(options: StartOptions = {}): Promise<LocalLake> {
  lake = await startLake({ port: 0, ...options })
  return lake
}

it('serves several datasets, each with its own documents', async () => {
  const { client } = await start({ datasets: { production: 'public', staging: 'private' } })
  await client().create({ _id: 'a', _type: 'note' })
  await client({ dataset: 'staging' }).create({ _id: 'b', _type: 'note' })
  expect(await client().fetch('*[]._id')).toEqual(['a'])
  expect(await client({ dataset: 'staging' }).fetch('*[]._id')).toEqual(['b'])
})

it('creates, lists, and deletes datasets', async () => {
  const { client } = await start()
  await client().datasets.create('staging', { aclMode: 'private' })
  expect((await client().datasets.list()).map(({ name, aclMode }) => [name, aclMode])).toEqual([
    ['production', 'public'],
    ['staging', 'private'],
  ])
  await client({ dataset: 'staging' }).create({ _id: 'b', _type: 'note' })
  await client().datasets.delete('staging')
  expect(await errorOf(client({ dataset: 'staging' }).fetch('*'))).toMatchObject({
    statusCode: 404,
    body: {
      statusCode: 404,
      error: 'Dataset not found',
      message: 'Dataset "staging" not found for project ID "local"',
    },
  })
  await client().datasets.create('staging')
  expect(await client({ dataset: 'staging' }).fetch('*')).toEqual([])
})

it.each(['..', 'a/b', 'Production', 'a', '-ab', 'ab-', 'a'.repeat(65)])(
  'rejects the name of a dataset: %s',
  async (name) => {
    const { url, tokens, project } = await start()
    const response = await fetch(
      `${url}/v2025-02-19/projects/local/datasets/${encodeURIComponent(name)}`,
      { method: 'PUT', headers: { authorization: `Bearer ${tokens.administrator}` } },
    )
    expect([400, 404]).toContain(response.status)
    expect([...project.all()].map((dataset) => dataset.name)).toEqual(['production'])
  },
)
