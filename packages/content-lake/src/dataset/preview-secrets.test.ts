import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret'
import { enablePreviewAccessSharing } from '@sanity/preview-url-secret/toggle-preview-access-sharing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { exportDataset } from '../index.ts'
import { follow } from '../testing/follow.ts'
import { type LakeFixture, startLake } from '../testing/lake-fixture.ts'
import { PASSWORD, signIn } from '../testing/people.ts'
import { storedDocuments } from '../transfer/stored-documents.ts'

let directory: string
let lake: LakeFixture

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lake-'))
  lake = await startLake({ directory, login: { password: PASSWORD } })
})
afterEach(async () => {
  vi.useRealTimers()
  await lake.close()
  await rm(directory, { recursive: true, force: true })
})

const exported = () => ({
  documents: storedDocuments(directory),
  assetDirectory: join(directory, 'assets'),
})

/** Returns all content that a client with these headers can read, in every possible way. */
async function readAll(headers: Record<string, string>, ids: readonly string[]) {
  const get = async (path: string) =>
    (await lake.request(`/v2025-02-19/data/${path}`, { headers })).text()
  const query = encodeURIComponent('*[_type in path("sanity.**") || _id in path("**")]')
  const answers = [
    await get(`query/production?query=${query}&perspective=raw`),
    await get(`query/production?query=${encodeURIComponent('*{secret}')}&perspective=raw`),
    await get(`doc/production/${ids.join()}`),
    await get(`history/production/transactions/${ids.join()}?effectFormat=mendoza`),
    ...(await Promise.all(ids.map((id) => get(`history/production/documents/${id}`)))),
  ]
  const file = join(directory, 'export.ndjson')
  await exportDataset(exported(), file, { drafts: true })
  return [...answers, await readFile(file, 'utf8')].join('\n')
}

it('keeps a secret where nobody can read it, and returns who wrote it', async () => {
  const editor = await signIn(lake, { role: 'editor' })
  const viewer = await signIn(lake, { role: 'viewer' })
  const client = lake.client({ token: undefined as never, headers: editor.headers })
  await client.create({ _id: 'note', _type: 'note', text: 'words' })
  const options = { includeAllVersions: true, effectFormat: 'mendoza' } as const
  const events = follow(
    lake.client().listen('*', {}, { ...options, events: ['welcome', 'mutation'] }),
  )
  const heard = [JSON.stringify(await events.next())]

  const { secret } = await createPreviewSecret(client, 'test', lake.origin, editor.id, 'one')
  const shared = await enablePreviewAccessSharing(client, 'test', lake.origin, editor.id)
  const others = [
    { _id: 'sanity-preview-url-secret.vercel-protection-bypass', _type: 'other', secret: 'S-1' },
    { _id: 'drafts.sanity-preview-url-secret.x', _type: 'other', secret: 'S-2' },
    { _id: 'bypass', _type: 'sanity.vercelProtectionBypass', secret: 'S-3' },
  ]
  for (const document of others) await client.createOrReplace(document)
  await client.patch('note').set({ text: 'more' }).commit()
  while (!heard.at(-1)?.includes('more')) heard.push(JSON.stringify(await events.next()))
  events.end()

  const secrets = [secret, shared.secret, 'S-1', 'S-2', 'S-3']
  const ids = ['note', 'drafts.one', 'sanity-preview-url-secret.share-access', 'bypass']
  for (const { headers } of [viewer, editor]) {
    const read = await readAll(headers, ids)
    expect(read).toContain('more')
    for (const one of secrets) expect(read).not.toContain(one)
  }
  for (const one of secrets) expect(heard.join()).not.toContain(one)
  const { previewSecrets } = lake.lake.dataset
  expect(previewSecrets.authorOf(secret)).toBe(editor.id)
  for (const one of [shared.secret, 'S-1', 'S-3', '', 'guess']) {
    expect(previewSecrets.authorOf(one)).toBeUndefined()
  }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  expect(previewSecrets.authorOf(secret)).toBeUndefined()
})

it('cannot be added by a viewer or by a dry run', async () => {
  const viewer = await signIn(lake, { role: 'viewer' })
  const client = lake.client({ token: undefined as never, headers: viewer.headers })
  await expect(createPreviewSecret(client, 'test', lake.origin)).rejects.toThrow('permission')
  const document = { _id: 'drafts.dry', _type: 'sanity.previewUrlSecret', secret: 'not-written' }
  await lake.client().create(document, { dryRun: true })
  expect(lake.lake.dataset.previewSecrets.authorOf('not-written')).toBeUndefined()
})
