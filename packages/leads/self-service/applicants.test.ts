import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../kit/testing/until.ts'
import { mailboxOf } from '../applicants/address.ts'
import { plainMessage } from '../mail/testing/test-mail.ts'
import { startSmtp, type TestSmtp } from '../mail/testing/test-smtp.ts'
import type { TestedLeads } from '../testing/open-leads.ts'
import { setUpLeads, type TestLeads } from '../testing/test-leads.ts'

let site: TestLeads
let smtp: TestSmtp
let leads: TestedLeads
beforeEach(async () => {
  site = await setUpLeads()
  smtp = await startSmtp()
  leads = await site.open({
    mail: {
      smtp: { url: smtp.url, from: 'hello@halvi.test' },
      siteUrl: () => 'https://halvi.test',
      render: plainMessage,
      confirms: true,
      sending: { pollMs: 5, timeoutMs: 2_000 },
    },
  })
})
afterEach(async () => {
  await site.close()
  await smtp.close()
})

const apply = (email: string, language?: string, name = 'Amina') =>
  leads.receive({
    form: 'waitlist',
    language,
    payload: { type: 'waitlist_application', name, email },
    spam: false,
    delivered: false,
  })

/** Returns the links in the newest message of a kind to an address. */
async function linksTo(email: string, kind: string): Promise<Record<string, string>> {
  let links: Record<string, string> = {}
  await until(() => {
    const message = smtp.received.findLast(
      ({ to, subject }) => (to as { text: string }).text === email && subject?.startsWith(kind),
    )
    links = JSON.parse(message?.text ?? '{}').links
    expect(links).toBeDefined()
  })
  return links
}
const tokenIn = (url = '') => url.slice(url.lastIndexOf('/') + 1)

async function confirmed(email: string) {
  await apply(email)
  const { confirm } = await linksTo(email, 'confirm')
  const { pageToken = '' } = await leads.applicants.confirm(tokenIn(confirm))
  return pageToken
}

describe('a link to confirm an address', () => {
  it('leads to a page with the invitation and the decisions that were sent', async () => {
    const token = await confirmed('amina@example.com')
    const by = { id: 'staff', name: 'Staff' }
    const { leads: found } = await leads.staff.list({ sort: 'newest', limit: 1 }, by)
    const id = found[0]?.id ?? ''
    await leads.staff.changeMany({ ids: [id], status: 'accepted' }, by)
    const shown = async () => {
      const page = await leads.applicants.page(token)
      return { isInvited: page?.isInvited, decision: page?.applications[0]?.decision }
    }
    expect(await shown()).toEqual({ isInvited: false, decision: undefined })
    await leads.staff.sendDecision(id, 'accepted', by)
    await leads.waves.create({ id: 'a'.repeat(20), name: 'First', count: 1, perHour: 1_000 }, by)
    await until(async () =>
      expect(await shown()).toEqual({ isInvited: true, decision: 'accepted' }),
    )
  })

  it('gives the person the language of the application', async () => {
    const person = 'amina@example.com'
    const language = async () => {
      const about = await leads.staff.aboutAddress(person, { id: 'staff', name: 'Staff' })
      return JSON.parse(about).person?.language
    }
    await apply(person)
    await until(async () => expect(await language()).toBe('en'))
    await apply(person, 'ar', 'Amina Khan')
    await until(async () => expect(await language()).toBe('ar'))
    await until(() => expect(smtp.received).toHaveLength(2))
    const ofNewest = await linksTo(person, 'confirm')
    await leads.applicants.confirm(tokenIn(ofNewest.confirm))
    // Anyone can enter the address, so the language stays until this application is confirmed, too.
    await apply(person, 'es', 'Third')
    await until(() => expect(smtp.received).toHaveLength(4))
    const ofThird = await linksTo(person, 'confirm')
    expect(await language()).toBe('ar')
    await leads.applicants.confirm(tokenIn(ofThird.confirm))
    expect(await language()).toBe('es')
  })

  it('does not work when forged, or for another purpose', async () => {
    await apply('amina@example.com')
    const links = await linksTo('amina@example.com', 'confirm')
    const token = tokenIn(links.confirm)
    for (const forged of [
      token.slice(0, -1),
      token.replace(/\.\w+\./, '.zzzzzzz.'),
      tokenIn(links.page),
      tokenIn(links.unsubscribe),
      '',
      'x'.repeat(10_000),
    ]) {
      expect(await leads.applicants.confirm(forged)).toEqual({ state: 'unknown' })
    }
    expect(await leads.applicants.page(token)).toBeUndefined()
  })
})

it('stops messages for people who unsubscribe, until they subscribe again', async () => {
  await apply('amina@example.com')
  const { unsubscribe } = await linksTo('amina@example.com', 'confirm')
  const token = tokenIn(unsubscribe)
  expect(await leads.applicants.subscribe(token, false)).toBe(true)
  expect(await leads.applicants.isSubscribed(token)).toBe(false)
  const by = { id: 'staff', name: 'Staff' }
  const { leads: found } = await leads.staff.list({ sort: 'newest', limit: 1 }, by)
  const id = found[0]?.id ?? ''
  await leads.staff.changeMany({ ids: [id], status: 'accepted' }, by)
  const decide = () => leads.staff.sendDecision(id, 'accepted', by)
  expect(await decide()).toHaveProperty('refused')
  expect(await leads.applicants.subscribe(token, true)).toBe(true)
  expect(await decide()).toHaveProperty('lead')
})

it.each([
  ['A.Mina+tag@Gmail.com', 'amina@gmail.com'],
  ['amina@googlemail.com', 'amina@gmail.com'],
  ['a.mina+x@any.example', 'amina@any.example'],
  ['amina-shop@yahoo.com', 'amina@yahoo.com'],
  ['amina-shop@any.example', 'aminashop@any.example'],
  ['x.y@amina.fastmail.com', 'amina@fastmail.com'],
  ['+x@gmail.com', '+x@gmail.com'],
  ['AMINA@BÜCHER.example', 'amina@xn--bcher-kva.example'],
])('limits %s with %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})
