import { once } from 'node:events'
import { get } from 'node:http'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { LocalLake } from './start-lake.ts'
import { errorOf } from './testing/lake-fixture.ts'
import { emptyFolder } from './testing/local-lake.ts'
import { lakeOfEachTest } from './testing/started-lake.ts'

const start = lakeOfEachTest()

it('closes while a socket is open', async () => {
  const { url, tokens, close } = await start()
  const headers = { authorization: `Bearer ${tokens.viewer}` }
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/socket/production`, { headers })
  await once(socket, 'open')
  const ended = once(socket, 'close')
  await close()
  await ended
})

/** Resolves to the status of a one-click sign-in by the address of a host. */
async function signIn(url: string, host: string): Promise<number | undefined> {
  const path = '/v1/auth/local/local?origin=http://localhost:1/'
  const [response] = await once(get(url + path, { headers: { host } }), 'response')
  response.resume()
  return response.statusCode
}

it('signs nobody in by the name of another host, or if other machines can reach it', async () => {
  const { url, close } = await start()
  expect(await signIn(url, 'localhost')).toBe(302)
  expect(await signIn(url, 'attacker.example')).toBe(403)
  await close()
  const open = await start({ host: '0.0.0.0' })
  expect(await signIn(open.url, 'localhost')).toBe(404)
})

it('stops a long query of an anonymous client early in a lake in memory', async () => {
  const { client } = await start({ datasets: { production: 'public' } })
  const heavy = 'count(*[count(*[_id > ^._id && count(*[_id > ^._id]) > 300]) > 300])'
  const documents = Array.from({ length: 300 }, (_, n) => ({ _id: `d${n}`, _type: 't' }))
  const transaction = client().transaction()
  for (const document of documents) transaction.create(document)
  await transaction.commit()
  const response = await fetch(
    client().getUrl(`/data/query/production?query=${encodeURIComponent(heavy)}`),
  )
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('500 ms')
})

it('makes a dataset private or public only by name, and then ends the streams of strangers', async () => {
  const { client } = await start({ datasets: { production: 'public', hidden: 'private' } })
  const change = (name: string, body: object) =>
    client().request({ method: 'PATCH', uri: `/datasets/${name}`, body })
  expect((await errorOf(change('hidden', { acl: 'private' }))).statusCode).toBe(400)
  expect((await fetch(client().getUrl('/data/query/hidden?query=*'))).status).toBe(401)
  const stranger = await fetch(client().getUrl('/data/listen/production?query=*'))
  await change('production', { aclMode: 'private' })
  await stranger.text()
})

it('gives a configured token its last role, and drops its former value', async () => {
  await using folder = await emptyFolder()
  const { directory } = { directory: folder.path }
  const write = ({ client }: LocalLake, token: string) =>
    client({ token })
      .create({ _type: 'note' })
      .then(
        () => 200,
        ({ statusCode }) => statusCode,
      )
  const first = await start({ directory, tokens: { administrator: 'secret-a' } })
  expect(await write(first, 'secret-a')).toBe(200)
  await first.close()
  const second = await start({
    directory,
    tokens: { administrator: 'secret-b', viewer: 'secret-a' },
  })
  expect(await write(second, 'secret-a')).toBe(403)
  await second.close()
  const third = await start({ directory, tokens: { viewer: 'secret-c' } })
  expect([await write(third, 'secret-a'), await write(third, 'secret-c')]).toEqual([401, 403])
})
