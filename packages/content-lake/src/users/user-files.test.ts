import { readFileSync } from 'node:fs'
import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import { shareAccounts } from '../testing/accounts.ts'
import { addPerson } from '../testing/people.ts'
import { UserStore } from './user-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const accounts = shareAccounts()
const { ask, asAdmin, invite, join, laterBy } = accounts

describe('the database files of a running lake', () => {
  const bytes = () =>
    ['users.db', 'users.db-wal'].map((name) =>
      readFileSync(`${accounts.fixture.directory}/${name}`, 'latin1'),
    )
  const has = (text: string) => bytes().some((file) => file.includes(text))
  const hashOf = (id: string) => {
    const database = new Database(`${accounts.fixture.directory}/users.db`)
    const row = database.prepare('SELECT password FROM person WHERE id = ?').get(id)
    database.close()
    return (row as { password: string }).password
  }

  /** Creates an account by invitation, among many others, so that rows move between database pages. */
  async function joined(email: string) {
    for (let others = 0; others < 40; others++) {
      addPerson(accounts.fixture.directory, {
        email: `other-${others}-${'x'.repeat(60)}@example.com`,
      })
    }
    const answer = await join((await invite(email)).token)
    return {
      id: String(answer.body.id),
      headers: { ...accounts.admin.headers, cookie: String(answer.cookie) },
    }
  }

  it('contain no data of a removed person', async () => {
    const { id } = await joined('grace@navy.example')
    const hash = hashOf(id)
    expect([has('grace@navy.example'), has(hash)]).toEqual([true, true])
    expect((await asAdmin(`people/${id}/remove`, {})).status).toBe(200)
    expect([has('grace@navy.example'), has(hash)]).toEqual([false, false])
  })

  it('contain no former password', async () => {
    const { id, headers } = await joined('grace@navy.example')
    const first = hashOf(id)
    const change = { former: 'a password of hers', password: 'another one of hers' }
    expect((await ask('account/password', change, headers)).status).toBe(200)
    const second = hashOf(id)
    expect([has(first), has(second)]).toEqual([false, true])
    const { token } = (await asAdmin(`people/${id}/reset`, {})).body
    const reset = await ask('auth/reset/accept', { token, password: 'the third one of hers' })
    expect(reset.status).toBe(200)
    expect(has(second)).toBe(false)
  })

  it('contain no address of an invitation that was revoked, replaced, or has expired', async () => {
    const { id } = await invite('revoked@navy.example')
    expect(has('revoked@navy.example')).toBe(true)
    await asAdmin(`people/invitations/${id}/revoke`, {})
    expect(has('revoked@navy.example')).toBe(false)
    const { token } = await invite('expired@navy.example')
    laterBy(8 * DAY_MS)
    new UserStore(accounts.fixture.directory).close()
    expect(has('expired@navy.example')).toBe(false)
    expect((await ask('auth/invitation', { token })).status).toBe(410)
  })
})
