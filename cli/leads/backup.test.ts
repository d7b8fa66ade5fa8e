import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { databaseKinds, itWithSite, submission, submit } from './testing/site-with-commands.ts'

describe('halvi leads backup', () => {
  const it = itWithSite('SQLite')

  it('writes a private file with all leads, and never overwrites a file', async ({ site }) => {
    const leads = await site.open()
    await submit(leads, submission({ name: 'Amina' }))
    const file = join(site.dataDir, 'backup.db')
    expect(await site.run(['backup', file])).toMatchObject({ code: 0, err: '' })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(site.dataDir).filter((name) => name.startsWith('backup'))).toEqual([
      'backup.db',
    ])
    const before = readFileSync(file)
    expect(await site.run(['backup', file])).toMatchObject({ code: 1, out: '' })
    expect(readFileSync(file)).toEqual(before)
  })

  it('fails with one line if the file can’t be written', async ({ site }) => {
    await site.open()
    const { code, err } = await site.run(['backup', join(site.dataDir, 'none', 'backup.db')])
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^leads: [^\n]+\n$/),
    })
  })
})

describe.runIf(databaseKinds.includes('PostgreSQL'))('halvi leads backup with PostgreSQL', () => {
  const it = itWithSite('PostgreSQL')

  it('fails and recommends pg_dump', async ({ site }) => {
    const { code, err } = await site.run(['backup', join(site.dataDir, 'backup.db')])
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('pg_dump') })
  })
})
