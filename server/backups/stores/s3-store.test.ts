import { afterEach, beforeEach, expect, it } from 'vitest'
import { backUpToRepository, listBackups } from '../back-up.ts'
import { drill } from '../restoring/drill.ts'
import { type DataFolder, makeDataFolder } from '../testing/data-folder.ts'
import { type S3Server, s3Keys, startS3 } from '../testing/s3-server.ts'
import { s3Store } from './s3-store.ts'

let s3: S3Server
beforeEach(async () => {
  s3 = await startS3()
})
afterEach(() => s3.close())

const retry = { attempts: 3, retryDelayMs: 5, timeoutMs: 300 }
const settings = () => ({ address: 's3://bucket/a/prefix', endpoint: s3.url, ...s3Keys })
const store = (changes: object = {}) => s3Store({ ...settings(), ...changes }, retry)

it('keeps files below a prefix of a bucket, in several pages of listings', async () => {
  s3.objects.set('another/prefix/x', Buffer.from('of somebody else'))
  const names = Array.from({ length: 25 }, (_, number) => `chunks/${number}.gz`)
  for (const name of names) await store().write(name, Buffer.from(name))
  expect((await store().list('chunks/')).sort()).toEqual(names.sort())
  expect(await store().read('chunks/7.gz')).toEqual(Buffer.from('chunks/7.gz'))
  expect(await store().read('nothing')).toBeUndefined()
  await store().remove('chunks/7.gz')
  await store().remove('nothing')
  expect(await store().list('chunks/')).toHaveLength(24)
  expect(s3.objects.has('a/prefix/chunks/8.gz')).toBe(true)
})

it('lets only one of several concurrent writers create a file', async () => {
  const results = await Promise.all(
    [1, 2, 3].map((n) => store().create('lock', Buffer.from(`${n}`))),
  )
  expect(results.filter(Boolean)).toHaveLength(1)
})

it('retries temporary failures and reports others in one line', async () => {
  s3.faults.push(503, 'cut')
  await store().write('a', Buffer.from('a'))
  s3.faults.push('cut in the middle', 'silent')
  expect(await store().read('a')).toEqual(Buffer.from('a'))
  s3.faults.push(503, 503, 503)
  await expect(store().list('')).rejects.toThrow(/^s3:[^\n]* 503/)
  s3.faults.push('silent', 'silent', 'silent')
  await expect(store().read('a')).rejects.toThrow(/timed out/)
  const { requests } = s3
  requests.length = 0
  await expect(store({ secretAccessKey: 'another' }).read('a')).rejects.toThrow(/access denied/)
  expect(requests).toHaveLength(1)
  await expect(store({ address: 's3://other' }).list('')).rejects.toThrow(/bucket does not exist/)
  await expect(store({ endpoint: 'http://127.0.0.1:1' }).read('a')).rejects.toThrow(/unreachable/)
  expect(() => store({ accessKeyId: undefined })).toThrow(/S3_ACCESS_KEY_ID/)
})

it('stores backups that can be restored', async () => {
  const data: DataFolder = await makeDataFolder()
  try {
    const { address, ...access } = settings()
    const repository = { address, s3: access, passphrase: async () => undefined }
    const keep = { days: 1, weeks: 0, months: 0, years: 0 }
    await backUpToRepository(data.source, { ...repository, encrypt: false })
    s3.faults.push(503)
    await backUpToRepository(data.source, { ...repository, encrypt: false, keep })
    expect(await listBackups(repository)).toHaveLength(1)
    const trial = {
      dataDir: data.dataDir,
      version: '0.2.0',
      checkStart: async () => {},
      say: () => {},
    }
    await drill({ ...repository, ...trial })
    expect([...s3.objects.keys()].filter((key) => key.includes('lock'))).toEqual([])
  } finally {
    data.remove()
  }
})
