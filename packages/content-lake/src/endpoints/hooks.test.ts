import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LocalLake, startLake } from '../start-lake.ts'
import { errorOf } from '../testing/lake-fixture.ts'
import { until } from '../testing/until.ts'

let lake: LocalLake
let received: () => void
const arrival = new Promise<void>((resolve) => {
  received = resolve
})
const receiver = createServer((_request, response) => {
  response.end()
  received()
})

beforeAll(async () => {
  lake = await startLake({ port: 0 })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
})

afterAll(async () => {
  await lake.close()
  await new Promise((resolve) => receiver.close(resolve))
})

const PATH = '/hooks/projects/local'

it('creates, lists, changes, and deletes webhooks, and shows what was delivered', async () => {
  const client = lake.client()
  const request = (method: string, path = '', body?: object) =>
    client.request({ method, uri: `${PATH}${path}`, ...(body && { body }) })
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const hook = await request('POST', '', { name: 'site', url, dataset: 'production' })
  expect(hook).toMatchObject({ type: 'document', projectId: 'local', httpMethod: 'POST' })
  await client.create({ _id: 'one', _type: 'note' })
  await arrival
  const attempts = () => request('GET', `/${hook.id}/attempts`)
  await until(async () => (await attempts()).length > 0)
  const [attempt] = await attempts()
  expect(attempt).toMatchObject({ resultCode: 200, isFailure: false, inProgress: false })
  expect(await request('GET', `/${hook.id}/messages`)).toMatchObject([
    { id: attempt?.messageId, status: 'success', resultCode: 200, failureCount: 0 },
  ])
  expect(await request('GET', `/attempts/${attempt?.id}`)).toEqual(attempt)
  await request('PATCH', `/${hook.id}`, { name: 'renamed' })
  expect(await request('GET')).toEqual([{ ...hook, name: 'renamed' }])
  await request('DELETE', `/${hook.id}`)
  expect(await request('GET')).toEqual([])
  expect(await errorOf(request('GET', `/${hook.id}`))).toMatchObject({ statusCode: 404 })
})

it('are for administrators only', async () => {
  for (const role of ['viewer', 'editor'] as const) {
    const client = lake.client({ token: lake.tokens[role] })
    expect(await errorOf(client.request({ uri: PATH }))).toMatchObject({ statusCode: 403 })
  }
})
