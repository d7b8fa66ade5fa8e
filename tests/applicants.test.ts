import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSmtp, type TestSmtp } from '../packages/leads/mail/testing/test-smtp.ts'
import { createAdministrator, post as postJson } from './administrator.ts'
import { linkTo, mailSettings } from './applicant-mail.ts'
import { type RunningSite, runSite, startSite } from './running-site.ts'

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

const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(site.url + path, {
    ...{ method: 'POST', redirect: 'manual', headers },
    body: new URLSearchParams(fields),
  })

const query = <Row>(sql: string, ...values: string[]) => {
  const database = new Database(join(site.dataDir, 'leads.db'), { readonly: true, timeout: 5_000 })
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
  await expect.poll(() => linkTo(smtp, email, link)).toBeDefined()
  return linkTo(smtp, email, link) ?? ''
}

/** Applies and confirms. Returns the path of the person's own page. */
async function confirmed(email: string, more: Record<string, string> = {}): Promise<string> {
  await apply(email, more)
  const answer = await post(await linkIn(email, 'confirm'), { action: 'confirm' })
  return answer.headers.get('location')?.replace(/\?.*/, '') ?? ''
}

const codeOn = async (page: string) =>
  /\/r\/([2-9a-z]{13})/.exec(await (await get(page)).text())?.[1] ?? ''

/** Ways in which chats and mail programs change the end of a link, or what is around it. */
const copied: readonly ((token: string) => string)[] = [
  ...['.', ',', ')', '%3E', '%E2%80%8B', '%E2%80%9D.', '_', '%252E'].map(
    (end) => (token: string) => token + end,
  ),
  (token) => `%3C${token}%3E`,
  (token) => `${token.slice(0, 40)}%E2%80%8B${token.slice(40)}`,
  (token) => token.replaceAll('.', '%2E'),
  (token) => token.replaceAll('-', '%252D'),
]

describe('a personal link', () => {
  it('works as chats and mail programs copy it', async () => {
    const email = newEmail()
    await apply(email)
    const confirm = await linkIn(email, 'confirm')
    for (const change of copied) {
      const path = confirm.replace(/[^/]+$/, change)
      expect((await get(path)).status, path).toBe(200)
    }
    const cut = [confirm.slice(0, -1), `${confirm}x`, `${confirm.slice(0, -1)}%E2%80%8B`]
    for (const path of cut) expect((await get(path)).status, path).toBe(404)
    const answer = await post(`${confirm}.`, { action: 'confirm' })
    const me = answer.headers.get('location')?.replace(/\?.*/, '') ?? ''
    for (const path of [me, await linkIn(email, 'unsubscribe')]) {
      for (const change of copied) {
        expect((await get(path.replace(/[^/]+$/, change))).status).toBe(200)
      }
    }
    await expect.poll(() => site.lines.join('\n')).toContain('/unsubscribe/[token]')
    for (const path of [confirm, me]) {
      expect(site.lines.join('\n')).not.toContain(path.slice(-10))
    }
  })
})

describe('a personal page', () => {
  it('is kept out of caches, search results, referrers, links, and the log', async () => {
    const email = newEmail()
    await apply(email)
    const confirm = await linkIn(email, 'confirm')
    const unsubscribe = await linkIn(email, 'unsubscribe')
    const me = await confirmed(newEmail())
    for (const path of [confirm, unsubscribe, me, '/me/forged', `${me}.data`]) {
      const { headers } = await get(path)
      expect(headers.get('cache-control'), path).toBe('no-store')
      expect(headers.get('referrer-policy'), path).toBe('no-referrer')
      expect(headers.get('x-robots-tag'), path).toBe('noindex')
    }
    const html = await (await get(me)).text()
    expect(html.split(me).length, 'the path is not on the page').toBe(1)
    expect(html).not.toMatch(/canonical|og:url|utm_landing/)
    expect(await (await get('/sitemap.xml')).text()).not.toMatch(/\/(me|confirm|unsubscribe)\b/)
    await expect.poll(() => site.lines.join('\n')).toContain('/me/[token]')
    for (const path of [confirm, unsubscribe, me]) {
      expect(site.lines.join('\n')).not.toContain(path.split('.').at(-1))
    }
  })

  it.each(['confirm', 'me', 'unsubscribe'])(
    'answers every forged link at /%s alike',
    async (part) => {
      const me = await confirmed(newEmail())
      const token = me.slice('/me/'.length)
      const texts = new Set<string>()
      const forged = [
        'x',
        `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
        'x'.repeat(5_000),
      ]
      for (const value of part === 'me' ? forged : [...forged, token]) {
        const answer = await get(`/${part}/${value}`)
        expect(answer.status).toBe(404)
        texts.add(/<main.*<\/main>/s.exec(await answer.text())?.[0] ?? '')
        expect((await post(`/${part}/${value}`, { action: 'erase' })).status).toBe(303)
      }
      expect(texts.size).toBe(1)
      const put = await fetch(`${site.url}/${part}/${token}`, { method: 'PUT' })
      expect(put.status).toBe(405)
    },
  )
})

describe('a link to confirm an address', () => {
  it('survives a scanner, works once, and leads to the own page', async () => {
    const email = newEmail()
    await apply(email)
    const link = await linkIn(email, 'confirm')
    for (let times = 0; times < 3; times++) expect((await get(link)).status).toBe(200)
    const answer = await post(link, { action: 'confirm' }, { Origin: 'null' })
    expect(answer.status).toBe(303)
    const location = answer.headers.get('location') ?? ''
    expect(location).toMatch(/^\/me\/.*\?confirmed$/)
    expect((await get(location)).status).toBe(200)
    expect((await get(link)).status).toBe(410)
    const again = await post(link, { action: 'confirm' })
    expect(again.headers.get('location')).toBe(link)
  })

  it('can be asked for again, until a limit, and nothing is claimed that is not sent', async () => {
    const email = newEmail()
    await apply(email)
    const link = await linkIn(email, 'confirm')
    const again = (path: string) => post(path, { action: 'again' })
    for (let times = 0; times < 2; times++) {
      const answer = await again(link)
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `${link}?sent`])
    }
    const limited = await again(link)
    expect(limited.status).toBe(429)
    expect(await limited.text()).toContain('role="alert"')
    const states = query<{ state: string }>(
      'select state from lead_message where recipient = ? order by id',
      email,
    )
    expect(states.map(({ state }) => state === 'suppressed')).toEqual([false, false, false, true])
    const forged = await again('/confirm/forged')
    expect([forged.status, forged.headers.get('location')]).toEqual([303, '/confirm/forged'])
  })
})

describe('the own page', () => {
  it('shows what was sent, and corrects it by the form’s rules', async () => {
    const email = newEmail()
    const me = await confirmed(email, { city: 'Dalas' })
    const [lead] = query<{ id: string; revision: number }>(
      "select id, revision from lead where payload ->> 'email' = ?",
      email,
    )
    const { id = '', revision = 0 } = lead ?? {}
    const fields = {
      action: 'correct',
      id,
      name: 'Amina <b>Y</b>',
      social_handle: '',
      city: 'Dallas',
    }
    const invalid = await post(`${me}?edit=${id}`, { ...fields, name: ' ', city: 'x'.repeat(300) })
    expect(invalid.status).toBe(400)
    expect((await invalid.text()).match(/role="alert"/g)).toHaveLength(1)
    const answer = await post(me, { ...fields, email: 'other@example.com', interests: 'x' })
    expect(answer.headers.get('location')).toBe(`${me}?saved`)
    const [after] = query<{ payload: string; revision: number; state: string }>(
      'select payload, revision, state from lead where id = ?',
      id,
    )
    expect(JSON.parse(after?.payload ?? '')).toMatchObject({
      ...{ name: fields.name, city: 'Dallas', email },
      interests: 'Shop on Halvi and use halal lifestyle services',
    })
    expect(after?.revision).toBe(revision + 1)
    const events = query<{ actor: string; detail: string }>(
      "select actor, detail from lead_audit where lead_id = ? and action = 'lead.corrected'",
      id,
    )
    expect(events).toEqual([{ actor: 'applicant', detail: '{"fields":["name","city"]}' }])
    expect(await (await get(me)).text()).toContain('Amina &lt;b&gt;Y')
  })

  it('corrects only the person’s own applications', async () => {
    const [own, other] = [newEmail(), newEmail()]
    const me = await confirmed(own)
    await confirmed(other)
    const [lead] = query<{ id: string }>("select id from lead where payload ->> 'email' = ?", other)
    await post(me, { action: 'correct', id: lead?.id ?? '', name: 'Mallory' })
    const [after] = query<{ payload: string }>(
      'select payload from lead where id = ?',
      lead?.id ?? '',
    )
    expect(JSON.parse(after?.payload ?? '').name).toBe('Amina Yusuf')
  })

  it('stores the consent to the leaderboard, and whether the person gets mail', async () => {
    const email = newEmail()
    const me = await confirmed(email)
    const state = () =>
      query<{ listed: number; unsubscribed_at: string | null }>(
        'select listed, unsubscribed_at from lead_applicant where email = ?',
        email,
      )[0]
    await post(me, { action: 'listed', listed: 'on' })
    await post(me, { action: 'unsubscribe' })
    expect(state()).toEqual({ listed: 1, unsubscribed_at: expect.any(String) })
    await post(me, { action: 'listed' })
    await post(me, { action: 'subscribe' })
    expect(state()).toEqual({ listed: 0, unsubscribed_at: null })
  })

  it('erases everything after a second step, and all links stop working', async () => {
    const email = newEmail()
    const me = await confirmed(email)
    const code = await codeOn(me)
    const unsubscribe = await linkIn(email, 'unsubscribe')
    await get(`${me}?erase`)
    expect((await get(me)).status).toBe(200)
    const answer = await post(me, { action: 'erase' })
    expect(answer.headers.get('location')).toBe('/me/erased')
    expect((await get('/me/erased')).status).toBe(200)
    for (const path of [me, unsubscribe]) expect((await get(path)).status).toBe(404)
    expect((await get(`/r/${code}`)).headers.get('location')).toBe('/waitlist')
    expect(query("select id from lead where payload ->> 'email' = ?", email)).toEqual([])
    const [event] = query<{ actor: string }>(
      "select actor from lead_audit where action = 'leads.erased' order by seq desc limit 1",
    )
    expect(event?.actor).toBe('applicant')
  })
})

describe('a link to unsubscribe', () => {
  const isUnsubscribed = (email: string) =>
    query<{ at: string | null }>(
      'select unsubscribed_at as at from lead_applicant where email = ?',
      email,
    )[0]?.at !== null

  it('changes nothing when opened, and works in one click from any origin', async () => {
    const email = newEmail()
    await apply(email)
    const link = await linkIn(email, 'unsubscribe')
    expect((await get(link)).status).toBe(200)
    expect(isUnsubscribed(email)).toBe(false)
    const foreign = { Origin: 'https://mail.example', 'Sec-Fetch-Site': 'cross-site' }
    for (const headers of [undefined, foreign]) {
      expect((await post(link, { 'List-Unsubscribe': 'One-Click' }, headers)).status).toBe(200)
      expect(isUnsubscribed(email)).toBe(true)
      expect((await post(link, { action: 'subscribe' })).status).toBe(303)
      expect(isUnsubscribed(email)).toBe(false)
    }
    const forged = await post('/unsubscribe/x', { 'List-Unsubscribe': 'One-Click' })
    expect(forged.status).toBe(404)
  })

  it.each([
    ['text/plain', 'List-Unsubscribe=One-Click'],
    ['', 'List-Unsubscribe=One-Click'],
    ['application/x-www-form-urlencoded; charset=iso-8859-1', 'List-Unsubscribe=One-Click'],
    ['multipart/form-data', 'List-Unsubscribe=One-Click'],
    ['application/json', '{"List-Unsubscribe":"One-Click"}'],
    ['', ''],
  ])('works in one click with the content type "%s"', async (type, body) => {
    const email = newEmail()
    await apply(email)
    const link = await linkIn(email, 'unsubscribe')
    const send = (path: string) =>
      fetch(site.url + path, {
        ...{ method: 'POST', redirect: 'manual', body: new Blob([body]) },
        headers: type ? { 'Content-Type': type } : {},
      })
    expect((await send(link)).status).toBe(200)
    expect(isUnsubscribed(email)).toBe(true)
    expect((await send('/unsubscribe/x')).status).toBe(404)
  })
})

describe('a referral link', () => {
  it('leads to the forms with its code in a hidden field, which is credited once confirmed', async () => {
    const me = await confirmed(newEmail())
    const code = await codeOn(me)
    const { status, headers } = await get(`/r/${code}?utm_source=a%26b&x=1`)
    expect(status).toBe(302)
    expect(headers.get('location')).toBe(`/waitlist?ref=${code}&utm_source=a%26b`)
    for (const path of ['/waitlist', '/onboarding', '/affiliate/apply/regular']) {
      expect(await (await get(`${path}?ref=${code}`)).text()).toContain(`value="${code}"`)
      expect(await (await get(path)).text()).not.toContain(code)
      expect(await (await get(`${path}?ref=${code}x`)).text()).not.toContain(`${code}x"`)
    }
    const rejected = await post('/waitlist', { ref: code })
    expect(await rejected.text()).toContain(`value="${code}"`)
    await confirmed(newEmail(), { name: 'Bilal Khan', ref: code })
    await confirmed(newEmail(), { name: 'Hana Aziz', ref: `${code}x` })
    const [row] = query<{ referrals: number }>(
      'select referrals from lead_applicant where code = ?',
      code,
    )
    expect(row?.referrals).toBe(1)
    const [lead] = query<{ network: string }>(
      'select referral_network as network from lead where referral_code = ?',
      code,
    )
    expect(lead?.network).toMatch(/^[\w-]{22}$/)
    const shouted = code.toUpperCase()
    for (const link of [
      ...[`/r/${shouted}`, `/r/${code}.`, `/r/${code},`, `/r/${shouted})`, `/r/(${code}).`],
      ...[`/r/%E2%80%8B${code}%E2%80%8B`, `/r/${code.slice(0, 5)}%E2%80%8B${code.slice(5)}`],
      ...[
        `/r/%25${code.charCodeAt(0).toString(16)}${code.slice(1)}`,
        `/r/${code}%252E`,
        `/r/_${code}_`,
      ],
      ...[`/r?ref=${shouted}`, `/r/?ref=${code}.`, `/r/x?ref=%20${code}`, `/r/${code}?ref=${code}`],
    ]) {
      expect((await get(link)).headers.get('location'), link).toBe(`/waitlist?ref=${code}`)
      const query = new URLSearchParams({ ref: link.replace(/^\/r\/?/, '') })
      if (!link.includes('?')) {
        expect(await (await get(`/waitlist?${query}`)).text()).toContain(`value="${code}"`)
      }
    }
    for (const link of [`/r/${code}x`, `/r/x${code}`, `/r/${code.slice(1)}`, '/r', '/r/%ff']) {
      expect((await get(link)).headers.get('location') ?? '', link).not.toContain('ref')
    }
    const unknown = await get('/r/aaaaaaaaaaaaa?utm_source=a')
    expect([unknown.status, unknown.headers.get('location')]).toEqual([
      302,
      '/waitlist?utm_source=a',
    ])
  })
})

describe('the cached page with the leaderboard', () => {
  const path = '/affiliates/challenge'
  const names = ['Abida', 'Basma', 'Camila', 'Dalia', 'Esra', 'Fadwa', 'Ghada', 'Hadil']
  const namesShown = async () => {
    const html = await (await get(path)).text()
    return names.filter((name) => html.includes(`${name} K.`))
  }

  it('drops a person at once, in whichever way they leave', async () => {
    const cookie = await createAdministrator(site)
    const set = { 'leaderboard.source': 'real' }
    const mutations = [{ patch: { id: 'affiliatesPage', set } }]
    await postJson(site, 'data/mutate/production', { mutations }, cookie)
    const emails = names.map(newEmail)
    const pages: string[] = []
    for (const [index, name] of names.entries()) {
      const me = await confirmed(emails[index] ?? '', { name: `${name} Khan` })
      await confirmed(newEmail(), { name: `Zaki ${name}`, ref: await codeOn(me) })
      await post(me, { action: 'listed', listed: 'on' })
      pages.push(me)
    }
    expect(await namesShown()).toEqual(names)
    await post(pages[0] ?? '', { action: 'listed' })
    expect(await namesShown()).toEqual(names.slice(1))
    await post(pages[1] ?? '', { action: 'erase' })
    expect(await namesShown()).toEqual(names.slice(2))
    const erased = await fetch(`${site.url}/staff/v1/leads/erase`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: site.url, Cookie: cookie },
      body: JSON.stringify({ email: emails[2], confirm: emails[2] }),
    })
    expect(erased.status).toBe(200)
    expect(await namesShown()).toEqual(names.slice(3))
    const command = ['erase', '--email', emails[3] ?? '', '--yes']
    expect(await runSite({ DATA_DIR: site.dataDir }, 'leads', ...command)).toMatchObject({
      code: 0,
    })
    await expect.poll(namesShown, { timeout: 5_000 }).toEqual(names.slice(4))
    const etag = (await get(path)).headers.get('etag')
    expect((await get(path, { 'If-None-Match': etag ?? '' })).status).toBe(304)
  })
})

it('the confirmation page says that an email follows, alike for everyone', async () => {
  const email = newEmail()
  const pages = new Set<string>()
  for (let times = 0; times < 3; times++) {
    const answer = await apply(email, { name: `Amina ${times > 1}` })
    expect(answer.headers.get('location')).toBe('/confirmation')
    pages.add(/<h1.*?<p class="mt-8/s.exec(await (await get('/confirmation')).text())?.[0] ?? '')
  }
  expect(pages.size).toBe(1)
  expect([...pages][0]).toContain('semibold')
})

describe('the page after an application', () => {
  const business = {
    ...{ full_name: 'Amina Yusuf', business_name: 'Amina Sews', business_type: 'store' },
    ...{ phone: '+1 214 555 0100', city_state: 'Dallas', website_profile: 'a.example' },
    ...{ business_description: 'We sew.', services_offered: 'directory', agreement_accepted: 'on' },
  }
  const affiliate = {
    ...{ fullName: 'Amina Yusuf', phone: '+1 214 555 0100', city: 'Dallas', instagram: '@amina' },
    ...{ howHeard: 'A friend', whyJoin: 'To help' },
  }
  it.each<[string, Record<string, string>]>([
    ['/waitlist', { name: 'Amina', interests: 'shopOnHalvi' }],
    ['/onboarding', business],
    ['/affiliate/apply/regular', affiliate],
  ])(
    'asks the applicant alone to confirm, and shows when nothing was sent: %s',
    async (path, fields) => {
      const email = newEmail()
      const sent = await post(path, { ...fields, email })
      expect(sent.status).toBe(303)
      const page = sent.headers.get('location') ?? ''
      const [pair = '', ...attributes] = sent.headers.get('set-cookie')?.split('; ') ?? []
      expect(attributes).toEqual(
        expect.arrayContaining(['HttpOnly', 'SameSite=Lax', `Path=${page.replace(/\?.*/, '')}`]),
      )
      const own = async () => {
        const response = await get(page, { cookie: pair })
        expect(response.headers.get('cache-control')).toBe('no-store')
        return response.text()
      }
      const again = () => post(page, { action: 'again' }, { cookie: pair })
      const first = await own()
      expect(first).toContain(email)
      expect(first).toContain('value="again"')
      expect(first).not.toMatch(/ShareLink/)
      for (const cookie of ['', 'sent=x', `sent=${crypto.randomUUID()}`]) {
        expect(await (await get(page, { cookie })).text()).not.toContain(email)
      }
      for (const _ of [1, 2]) {
        expect((await again()).headers.get('location')).toMatch(/[?&]again/)
      }
      const panel = () =>
        own().then((html) => /<section class="mb-6.*?<\/p>/s.exec(html)?.[0] ?? '')
      const before = await panel()
      await again()
      expect(await panel()).toContain(email)
      expect(await panel()).not.toBe(before)
    },
  )

  it('a business gets its own messages and page, with its name once it is confirmed', async () => {
    const email = newEmail()
    await post('/onboarding', { ...business, email })
    const link = await linkIn(email, 'confirm')
    const texts = () =>
      smtp.received
        .filter(({ to }) => [to].flat().some((one) => one?.text === email))
        .map(({ subject, text }) => `${subject} ${text}`)
    expect(texts().join()).not.toMatch(/Amina/)
    const me = (await post(link, { action: 'confirm' })).headers.get('location') ?? ''
    await expect.poll(() => texts().at(-1)).toContain('Amina Sews')
    expect(texts().join()).not.toMatch(/waitlist|in line|number \d/)
    const html = await (await get(me)).text()
    const main = html.slice(html.indexOf('<main'))
    // The state comes first, then the answers, and the link to share last.
    const order = ['email you by', '<bdi dir="auto">Amina Sews', '/r/'].map((text) =>
      main.indexOf(text),
    )
    expect(order.toSorted((a, b) => a - b)).toEqual(order)
    expect(order[0]).toBeGreaterThan(0)
    expect(main).not.toContain('Your place')
    const used = await get(link)
    expect(used.status).toBe(410)
    expect(await used.text()).not.toMatch(/<title>Error/)
    const count = texts().length
    await post(link, { action: 'again' })
    await expect.poll(() => texts().length).toBe(count + 1)
    expect(texts().at(-1)).toContain('/me/')
  })

  it('a message to the team gets a receipt without any of its text', async () => {
    const email = newEmail()
    const fields = { name: 'Free Prizes', email, subject: 'prizes', message: 'prizes.example' }
    const sent = await post('/support/contact', fields)
    expect(sent.headers.get('set-cookie')).toBeNull()
    const receipt = () =>
      smtp.received.find(({ to }) => [to].flat().some((one) => one?.text === email))
    await expect.poll(receipt).toBeDefined()
    expect(`${receipt()?.subject} ${receipt()?.text}`).not.toMatch(/prizes|\/(confirm|me)\//i)
  })
})
