import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { itOn, kinds, submission, submit } from './testing/commanded-site.ts'

describe('a backup', () => {
  const it = itOn('SQLite')

  it('holds what was acknowledged before, and is its owner’s alone', async ({ site }) => {
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

  it('that can’t be written leaves nothing behind', async ({ site }) => {
    await site.open()
    const { code, err } = await site.run(['backup', join(site.dataDir, 'none', 'backup.db')])
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^leads: [^\n]+\n$/),
    })
  })
})

describe.runIf(kinds.includes('PostgreSQL'))('a backup of PostgreSQL', () => {
  const it = itOn('PostgreSQL')

  it('is left to its own program', async ({ site }) => {
    const { code, err } = await site.run(['backup', join(site.dataDir, 'backup.db')])
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('pg_dump') })
  })
})
