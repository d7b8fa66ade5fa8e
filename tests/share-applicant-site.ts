import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, beforeAll } from 'vitest'
import { startSmtp, type TestSmtp } from '../packages/leads/mail/testing/test-smtp.ts'
import { linkTo, mailSettings } from './applicant-mail.ts'
import { type RunningSite, startSite } from './running-site.ts'
import { until } from './until.ts'

/** Starts a site that sends mail before the tests of a file, and returns what they need to act as applicants. */
export function shareApplicantSite() {
  let site: RunningSite
  let smtp: TestSmtp
  beforeAll(async () => {
    smtp = await startSmtp()
    site = await startSite(mailSettings(smtp))
  })
  afterAll(async () => {
    await site.remove()
    await smtp.close()
  })

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(site.url + path, { redirect: 'manual', headers })

  const post = (
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ) =>
    fetch(site.url + path, {
      ...{ method: 'POST', redirect: 'manual', headers },
      body: new URLSearchParams(fields),
    })

  const query = <Row>(sql: string, ...values: string[]) => {
    const file = join(site.dataDir, 'leads.db')
    const database = new Database(file, { readonly: true, timeout: 5_000 })
    const rows = database.prepare(sql).all(values) as Row[]
    database.close()
    return rows
  }

  let count = 0
  const newEmail = () => `person.${count++}@gmail.com`

  const apply = (email: string, more: Record<string, string> = {}) =>
    post('/waitlist', { name: 'Amina Yusuf', email, interests: 'shopOnHalvi', ...more })

  /** Waits for the link in a message to an address. */
  async function linkIn(email: string, link: Parameters<typeof linkTo>[2]): Promise<string> {
    return until(() => linkTo(smtp, email, link))
  }

  /** Applies and confirms. Returns the path of the person's own page. */
  async function confirmed(email: string, more: Record<string, string> = {}): Promise<string> {
    await apply(email, more)
    const answer = await post(await linkIn(email, 'confirm'), { action: 'confirm' })
    return answer.headers.get('location')?.replace(/\?.*/, '') ?? ''
  }

  /** Returns the referral code on a person's own page. */
  const codeOn = async (page: string) =>
    /\/r\/([2-9a-z]{13})/.exec(await (await get(page)).text())?.[1] ?? ''

  return {
    get site() {
      return site
    },
    get smtp() {
      return smtp
    },
    ...{ get, post, query, newEmail, apply, linkIn, confirmed, codeOn },
  }
}
