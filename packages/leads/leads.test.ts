import { chmodSync, copyFileSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LeadRow } from './store/database/tables.ts'
import { later, status } from './testing/test-endpoint.ts'
import { setUpLeads, submission, type TestLeads } from './testing/test-leads.ts'

let site: TestLeads
beforeEach(async () => {
  site = await setUpLeads()
})
afterEach(() => site.close())

describe('a submission', () => {
  it('is on disk before it is sent, and marked as delivered once accepted', async () => {
    const leads = await site.open()
    let meanwhile: LeadRow[] = []
    site.endpoint.answer = (response) => {
      meanwhile = site.rows()
      response.end()
    }
    expect(await leads.receive(submission())).toBe('taken')
    expect(meanwhile).toMatchObject([{ state: 'pending', attempts: 0, delivered_at: null }])
    expect(site.rows()).toMatchObject([
      {
        id: site.keys()[0],
        form: 'waitlist',
        state: 'delivered',
        attempts: 1,
        spam: 0,
        lease_owner: null,
      },
    ])
    expect(site.rows()[0]?.payload).toBe(site.endpoint.received[0]?.body)
    expect(JSON.parse(site.endpoint.received[0]?.body ?? '')).toEqual(submission().payload)
  })

  it('is only stored if there is no endpoint', async () => {
    const leads = await site.open({ endpointUrl: undefined })
    expect(await leads.receive(submission())).toBe('taken')
    expect(site.rows()).toMatchObject([{ state: 'stored' }])
  })

  it('is only stored if its form is not delivered', async () => {
    const leads = await site.open()
    expect(await leads.receive(submission('Amina', { delivered: false }))).toBe('taken')
    expect(site.rows()).toMatchObject([{ state: 'stored' }])
    expect(site.keys()).toEqual([])
  })

  it('is stored separately if it is spam, so that the same content from a person still counts', async () => {
    const leads = await site.open()
    expect(await leads.receive(submission('Amina', { spam: true }))).toBe('taken')
    expect(site.keys()).toEqual([])
    expect(await leads.receive(submission())).toBe('taken')
    expect(site.keys()).toHaveLength(1)
    expect(site.rows()).toMatchObject([
      { spam: 1, state: 'stored' },
      { spam: 0, state: 'delivered' },
    ])
  })

  it('keeps every character', async () => {
    const leads = await site.open()
    const name = '\0 \ud800 🕌 \u202e مرحبا "; drop table lead; -- \r\nX: y =1+1'
    await leads.receive(submission(name))
    expect(JSON.parse(site.rows()[0]?.payload ?? '')).toEqual(submission(name).payload)
  })

  it('is rejected and not sent if it cannot be stored', async () => {
    const leads = await site.open()
    await site.change('drop table lead')
    await expect(leads.receive(submission())).rejects.toThrow()
    expect(site.keys()).toEqual([])
  })
})

describe('the same content again', () => {
  it('is the same lead, sent once', async () => {
    const leads = await site.open()
    for (let i = 0; i < 3; i++) expect(await leads.receive(submission())).toBe('taken')
    expect(site.rows()).toHaveLength(1)
    expect(site.keys()).toHaveLength(1)
  })

  it('waits for the running delivery when submitted at the same time', async () => {
    const leads = await site.open()
    const second = await site.open()
    site.endpoint.answer = later((response) => response.end())
    const receipts = await Promise.all(
      [leads, leads, second, second, leads].map((each) => each.receive(submission())),
    )
    expect(receipts).toEqual(Array(5).fill('taken'))
    expect(site.rows()).toHaveLength(1)
    expect(site.keys()).toHaveLength(1)
  })

  it('reports the failure of the running delivery when submitted at the same time', async () => {
    const leads = await site.open()
    site.endpoint.answer = later(status(500))
    const first = leads.receive(submission())
    await site.endpoint.count(1)
    expect(await leads.receive(submission())).toBe('undelivered')
    expect(await first).toBe('undelivered')
    expect(site.keys()).toHaveLength(1)
  })

  it('is sent immediately after a failure, with the same key, and does not advance the schedule', async () => {
    const leads = await site.open()
    site.endpoint.answer = status(500)
    for (let i = 0; i < 3; i++) expect(await leads.receive(submission())).toBe('undelivered')
    expect(site.rows()).toMatchObject([{ state: 'pending', attempts: 1, last_error: 'status 500' }])
    site.endpoint.answer = status(200)
    expect(await leads.receive(submission())).toBe('taken')
    expect(await leads.receive(submission())).toBe('taken')
    expect(site.keys()).toHaveLength(4)
    expect(new Set(site.keys()).size).toBe(1)
    expect(site.rows()).toMatchObject([{ state: 'delivered', last_error: null }])
  })
})

describe('the store', () => {
  it('keeps leads after it was closed, in a file that only its owner can read', async () => {
    const leads = await site.open({ endpointUrl: undefined })
    await leads.receive(submission())
    await leads.close()
    const again = await site.open({ endpointUrl: undefined })
    await again.check()
    expect(site.rows()).toMatchObject([{ payload: JSON.stringify(submission().payload) }])
    expect(statSync(join(site.dataDir, 'leads.db')).mode & 0o777).toBe(0o600)
  })

  it('removes the permissions of other users from existing files', async () => {
    const file = join(site.dataDir, 'leads.db')
    const database = new Database(file)
    database.pragma('journal_mode = WAL')
    database.exec('create table other (id integer)')
    for (const path of [file, `${file}-wal`, `${file}-shm`]) chmodSync(path, 0o644)
    await site.open()
    database.close()
    const modes = readdirSync(site.dataDir).map(
      (name) => statSync(join(site.dataDir, name)).mode & 0o777,
    )
    expect(modes).toEqual([0o600, 0o600, 0o600])
  })

  it('is closed again when opening fails later', async () => {
    await (await site.open()).close()
    await site.change('alter table lead rename to lost')
    await expect(site.open()).rejects.toThrow('no such table: lead')
    // Closing moves all data from the log into the database file.
    const log = statSync(join(site.dataDir, 'leads.db-wal'), { throwIfNoEntry: false })
    expect(log?.size ?? 0).toBe(0)
  })

  it('is complete in its one file after it was closed', async () => {
    const leads = await site.open({ endpointUrl: undefined })
    await leads.receive(submission())
    await leads.close()
    const copy = join(site.dataDir, 'copy')
    mkdirSync(copy)
    copyFileSync(join(site.dataDir, 'leads.db'), join(copy, 'leads.db'))
    const again = await site.open({ endpointUrl: undefined, dataDir: copy })
    expect(await again.count(new Date(0))).toMatchObject({ waitlist: { total: 1, since: 1 } })
  })

  it('does not open a file that is not a database, and reports it in one line', async () => {
    const file = join(site.dataDir, 'leads.db')
    writeFileSync(file, 'not a database, but long enough to look like one'.repeat(50))
    await expect(site.open()).rejects.toThrow(new RegExp(`^${file} is damaged: [^\n]+$`))
  })

  it('does not open a file that a newer version has written', async () => {
    await (await site.open()).close()
    await site.change("insert into kysely_migration values ('9999_later', '2999')")
    await expect(site.open()).rejects.toThrow(/leads\.db was written by a newer version/)
  })

  it('finishes running deliveries before it closes', async () => {
    const leads = await site.open()
    site.endpoint.answer = later((response) => response.end())
    const receipt = leads.receive(submission())
    await site.endpoint.count(1)
    await leads.close()
    expect(await receipt).toBe('taken')
    expect(site.rows()).toMatchObject([{ state: 'delivered' }])
  })
})
