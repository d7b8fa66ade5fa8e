import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { get, request } from 'node:http'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startLake } from './start-lake.ts'
import { errorOf } from './testing/lake-fixture.ts'
import { emptyFolder } from './testing/local-lake.ts'
import { lakeOfEachTest } from './testing/started-lake.ts'

const start = lakeOfEachTest()

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

it('rejects invalid names of datasets', async () => {
  const { client, project } = await start()
  for (const targetDataset of [
    '..',
    'a/b',
    'Production',
    'a',
    '-ab',
    'ab-',
    'a'.repeat(65),
    7,
    '',
  ]) {
    const [uri, body] = ['/projects/local/datasets/production/copy', { targetDataset }]
    const error = await errorOf(client().request({ method: 'PUT', uri, body }))
    expect(error.statusCode).toBe(400)
    expect(error.message).toMatch(
      typeof targetDataset === 'string' ? /Dataset name ".*" must/ : /targetDataset/,
    )
  }
  expect([...project.all()].map(({ name }) => name)).toEqual(['production'])
})

it('copies a dataset with its documents, history, and files', async () => {
  const { client, url } = await start()
  await client().create({ _id: 'a', _type: 'note', n: 1 })
  await client()
    .patch('a', { set: { n: 2 } })
    .commit()
  const file = await client().assets.upload('file', Buffer.from('words'), { filename: 'w.txt' })
  const uri = '/projects/local/datasets/production/copy'
  await client().request({ method: 'PUT', uri, body: { targetDataset: 'copy' } })
  const copy = client({ dataset: 'copy' })
  expect(await copy.getDocument('a')).toMatchObject({ n: 2 })
  const path = 'data/history/copy/transactions/a?excludeContent=true'
  const history = await fetch(`${url}/v2025-02-19/${path}`, {
    headers: { authorization: `Bearer ${copy.config().token}` },
  })
  expect((await history.text()).trim().split('\n')).toHaveLength(2)
  const stored = await fetch(`${url}/files/local/copy/${file._id.slice(5).replace('-', '.')}`)
  expect(await stored.text()).toBe('words')
  await copy.delete('a')
  expect(await client().getDocument('a')).toMatchObject({ n: 2 })
})

it('keeps datasets, aliases, tokens, and origins in its folder', async () => {
  await using folder = await emptyFolder()
  const first = await start({ directory: folder.path, cors: ['https://studio.example.com'] })
  const request = (uri: string, body?: object, method = 'PUT') =>
    first.client().request({ uri, method, body })
  await request('/datasets/staging', { aclMode: 'private' })
  await request('/aliases/next', { datasetName: 'staging' })
  const { key } = await request(
    '/projects/local/tokens',
    { label: 'CI', roleName: 'viewer' },
    'POST',
  )
  await first.client({ dataset: 'staging' }).create({ _id: 'a', _type: 'note' })
  await first.close()
  expect(readFileSync(join(folder.path, 'project.db')).includes(key)).toBe(false)
  const { client, project, tokens } = await start({ directory: folder.path })
  expect(tokens).toEqual(first.tokens)
  expect(await client({ dataset: '~next', token: key }).fetch('*[]._id')).toEqual(['a'])
  expect(project.cors('https://studio.example.com')).toEqual({ allowCredentials: true })
  expect(project.cors('https://other.example.com')).toBeUndefined()
  await expect(startLake({ port: 0, directory: folder.path })).rejects.toThrow(`${process.pid}`)
})

it('starts without the datasets whose seed is damaged, and with them when it is repaired', async () => {
  await using folder = await emptyFolder()
  const seed = join(folder.path, 'data.ndjson')
  const options = { port: 0, directory: join(folder.path, 'lake'), seed }
  writeFileSync(seed, '{"_id":"a","_type":"note"}\n{"_id":"b"}\n')
  await expect(startLake(options)).rejects.toThrow(`${seed}:2: no _type`)
  writeFileSync(seed, '{"_id":"a","_type":"note"}\n')
  const { project } = await start(options)
  expect(project.content('production').dataset.size).toBe(1)
})

it('leaves nothing open if one of its datasets is damaged', async () => {
  await using folder = await emptyFolder()
  const directory = folder.path
  const datasets = { first: 'public', second: 'public' } as const
  const { client, close } = await start({ directory, datasets })
  await client({ dataset: 'first' }).create({ _id: 'a', _type: 'note' })
  await close()
  const file = join(directory, 'datasets', 'second', 'lake.db')
  const intact = readFileSync(file)
  writeFileSync(file, 'damaged '.repeat(1000))
  await expect(startLake({ port: 0, directory, datasets })).rejects.toThrow(/lake\.db/)
  writeFileSync(file, intact)
  const lake = await start({ directory, datasets })
  expect(await lake.client({ dataset: 'first' }).fetch('*[]._id')).toEqual(['a'])
})

it('lists, changes, and removes aliases, tokens, and origins', async () => {
  const { client } = await start({ datasets: { production: 'public', staging: 'private' } })
  const ask = (method: string, uri: string, body?: object) =>
    client().request({ method, uri, body })
  await ask('PUT', '/aliases/next', { datasetName: 'staging' })
  expect(await errorOf(ask('PUT', '/aliases/next'))).toMatchObject({ statusCode: 409 })
  expect(await errorOf(ask('PUT', '/aliases/No'))).toMatchObject({ statusCode: 400 })
  await ask('PATCH', '/aliases/next', { datasetName: 'production' })
  await client({ dataset: '~next' }).create({ _id: 'a', _type: 'note' })
  expect(await client().fetch('count(*)')).toBe(1)
  await ask('PATCH', '/aliases/next/unlink', {})
  expect(await errorOf(client({ dataset: '~next' }).fetch('*'))).toMatchObject({ statusCode: 404 })
  await ask('DELETE', '/aliases/next')
  expect(await ask('GET', '/aliases')).toEqual([])

  const robots = '/access/project/local/robots'
  const memberships = [{ resourceType: 'project', resourceId: 'local', roleNames: ['editor'] }]
  const { id, token } = await ask('POST', robots, { label: 'CI', memberships })
  expect(await client({ token }).create({ _type: 'note' })).toMatchObject({ _type: 'note' })
  expect(JSON.stringify(await ask('GET', robots))).not.toContain(token)
  await ask('DELETE', `${robots}/${id}`)
  expect(await errorOf(client({ token }).fetch('*'))).toMatchObject({ statusCode: 401 })
  const invalid = ask('POST', '/projects/local/tokens', { label: 'x', roleName: 'owner' })
  expect(await errorOf(invalid)).toMatchObject({ statusCode: 400 })

  const cors = '/projects/local/cors'
  const added = await ask('POST', cors, { origin: 'https://*.example.com', allowCredentials: true })
  expect(await ask('GET', cors)).toMatchObject([{ id: added.id, allowCredentials: true }])
  await ask('DELETE', `${cors}/${added.id}`)
  expect(await ask('GET', cors)).toEqual([])
})

it('finds its project by the host name or the path, and no other', async () => {
  const { url, tokens } = await start()
  const status = async (host: string, path = 'datasets') => {
    const headers = { host, authorization: `Bearer ${tokens.viewer}` }
    const [response] = await once(get(`${url}/v1/${path}`, { headers }), 'response')
    response.resume()
    return response.statusCode
  }
  for (const host of ['local.api.sanity.io', 'local.apicdn.sanity.io', 'local.localhost:3333'])
    expect([host, await status(host)]).toEqual([host, 200])
  for (const host of ['other.api.sanity.io', 'other.localhost'])
    expect([host, await status(host)]).toEqual([host, 404])
  expect(await status('localhost', 'projects/local')).toBe(200)
  expect(await status('localhost', 'projects/other')).toBe(404)
})

const ROLES = {
  anonymous: { hidden: 401, open: 200, write: 401, project: 401, list: 401 },
  unknown: { hidden: 401, open: 401, write: 401, project: 401, list: 401 },
  'deploy-studio': { hidden: 403, open: 403, write: 403, project: 403, list: 200 },
  viewer: { hidden: 200, open: 200, write: 403, project: 403, list: 200 },
  editor: { hidden: 200, open: 200, write: 200, project: 403, list: 200 },
  administrator: { hidden: 200, open: 200, write: 200, project: 200, list: 200 },
}

it.each(Object.entries(ROLES))('permits what the role permits: %s', async (role, expected) => {
  const lake = await start({ datasets: { open: 'public', hidden: 'private' } })
  const token = { ...lake.tokens, unknown: 'skUnknown', anonymous: undefined }[role]
  const status = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${lake.url}/v2025-02-19/${path}`, {
      method,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      ...(body && { body: JSON.stringify(body) }),
    })
    await response.body?.cancel()
    return response.status
  }
  const reads = ['data/query/DS?query=*', 'data/doc/DS/a', 'data/listen/DS?query=*']
  for (const read of reads) {
    expect([read, await status('GET', read.replace('DS', 'open'))]).toEqual([read, expected.open])
    const hidden = await status('GET', read.replace('DS', 'hidden'))
    expect([read, hidden]).toEqual([read, expected.hidden])
  }
  // Live events of a private dataset have tags without content, so that pages need no token for them.
  const events = await status('GET', 'data/live/events/hidden')
  expect(events).toBe(role === 'anonymous' ? 200 : expected.hidden)
  expect(await status('GET', 'data/live/events/open')).toBe(expected.open)
  const exported = await status('GET', 'data/export/open')
  expect(exported).toBe(role === 'anonymous' ? 401 : expected.hidden)
  const mutations = [{ createOrReplace: { _id: 'a', _type: 'note' } }]
  expect(await status('POST', 'data/mutate/open', { mutations })).toBe(expected.write)
  expect(await status('PUT', 'datasets/more', {})).toBe(expected.project)
  expect(await status('GET', 'projects/local/tokens')).toBe(expected.project)
  expect(await status('GET', 'projects/local/datasets')).toBe(expected.list)
})

it('stores deployed schemas, also with a deploy-studio token', async () => {
  const { client, tokens } = await start()
  const uri = '/projects/local/datasets/production/schemas'
  const token = tokens['deploy-studio']
  const ask = (method: string, path = '', body?: object) =>
    client({ token }).request({ method, uri: uri + path, ...(body && { body }) })
  const workspace = { name: 'default', title: 'Default' }
  const schemas = [
    { workspace, version: '2025-05-01', schema: [{ name: 'note' }] },
    { workspace, version: '2025-05-01', tag: 'next', schema: [{ name: 'page' }] },
  ]
  await ask('PUT', '', { schemas })
  const ids = ['_.schemas.default', '_.schemas.default.tag.next']
  expect((await ask('GET')).map(({ _id }: { _id: string }) => _id)).toEqual(ids)
  expect(await ask('GET', `/${ids[0]}`)).toMatchObject([{ workspace, schema: '[{"name":"note"}]' }])
  expect(await ask('DELETE', `/${ids[0]}`)).toEqual({ deleted: true })
  expect(await ask('DELETE', `/${ids[0]}`)).toEqual({ deleted: false })
  expect(await ask('GET', `/${ids[0]}`)).toEqual([])
  await client().create({ _id: 'a', _type: 'note' })
  expect(await ask('DELETE', '/a')).toEqual({ deleted: false })
  for (const given of [
    {},
    { workspace, schema: undefined },
    { workspace: { name: '../a' }, schema: [] },
  ])
    expect(await errorOf(ask('PUT', '', { schemas: [given] }))).toMatchObject({ statusCode: 400 })
  const asViewer = client({ token: tokens.viewer }).request({ uri })
  expect(await errorOf(asViewer)).toMatchObject({ statusCode: 403 })
})

it('exports all documents as NDJSON, or those of some types', async () => {
  const seed = ['a', 'drafts.b', 'c'].map((_id, n) => ({ _id, _type: n < 2 ? 'note' : 'page' }))
  const { url, tokens } = await start({ seed })
  const ids = async (query = '') => {
    const response = await fetch(`${url}/v2021-06-07/data/export/production${query}`, {
      headers: { authorization: `Bearer ${tokens.viewer}` },
    })
    const lines = (await response.text()).trim().split('\n')
    return lines.map((line) => JSON.parse(line)._id)
  }
  expect(await ids()).toEqual(['a', 'drafts.b', 'c'])
  expect(await ids('?types=page')).toEqual(['c'])
})

it('responds with 404 to a request for a dataset that is deleted before its body has arrived', async () => {
  const { client, url, tokens } = await start()
  const headers = { authorization: `Bearer ${tokens.editor}`, expect: '100-continue' }
  const options = { method: 'POST', headers }
  for (const path of ['data/mutate', 'data/actions', 'assets/files']) {
    const sent = request(`${url}/v2025-02-19/${path}/production`, options)
    // The server has the request, and waits for its body.
    await once(sent.flushHeaders() ?? sent, 'continue')
    await client().datasets.delete('production')
    sent.end('{"mutations":[{"create":{"_type":"a"}}],"actions":[]}')
    const [response] = await once(sent, 'response')
    response.resume()
    expect([path, response.statusCode]).toEqual([path, 404])
    await client().datasets.create('production')
  }
})

it('ends the streams of a token that is deleted, and of a dataset', async () => {
  const { client, tokens } = await start()
  const { id, key } = await client().request({
    ...{ method: 'POST', uri: '/projects/local/tokens' },
    body: { label: 'short', roleName: 'viewer' },
  })
  const open = (token: string) =>
    fetch(client().getUrl('/data/listen/production?query=*'), {
      headers: { authorization: `Bearer ${token}` },
    })
  const [ofToken, ofDataset] = [await open(key), await open(tokens.viewer)]
  await client().request({ method: 'DELETE', uri: `/projects/local/tokens/${id}` })
  await ofToken.text()
  expect((await open(key)).status).toBe(401)
  await client().datasets.delete('production')
  await ofDataset.text()
})

it('rejects an origin that is not one', async () => {
  const { client } = await start()
  for (const origin of ['example.com', 'https://a.example/path', 'ftp://a.example', '', 7]) {
    const [uri, body] = ['/projects/local/cors', { origin }]
    const error = await errorOf(client().request({ method: 'POST', uri, body }))
    expect(error.statusCode).toBe(400)
  }
})
