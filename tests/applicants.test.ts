import { describe, expect, it } from 'vitest'
import { shareApplicantSite } from './share-applicant-site.ts'
import { until } from './until.ts'

const applicants = shareApplicantSite()
const { get, post, query, newEmail, apply, linkIn, confirmed, codeOn } = applicants

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
    await applicants.site.logged('/unsubscribe/[token]')
    for (const path of [confirm, me]) {
      expect(applicants.site.lines.join('\n')).not.toContain(path.slice(-10))
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
    await applicants.site.logged('/me/[token]')
    for (const path of [confirm, unsubscribe, me]) {
      expect(applicants.site.lines.join('\n')).not.toContain(path.split('.').at(-1))
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
        'x'.repeat(1_900),
      ]
      for (const value of part === 'me' ? forged : [...forged, token]) {
        const answer = await get(`/${part}/${value}`)
        expect(answer.status).toBe(404)
        texts.add(/<main.*<\/main>/s.exec(await answer.text())?.[0] ?? '')
        expect((await post(`/${part}/${value}`, { action: 'erase' })).status).toBe(303)
      }
      expect(texts.size).toBe(1)
      const put = await fetch(`${applicants.site.url}/${part}/${token}`, { method: 'PUT' })
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
    const messagesTo = (to: string) =>
      applicants.smtp.received.filter((one) => [one.to].flat().some((each) => each?.text === to))
        .length
    for (let times = 0; times < 2; times++) {
      const answer = await again(link)
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `${link}?sent`])
      await until(() => messagesTo(email) === times + 2)
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
      fetch(applicants.site.url + path, {
        ...{ method: 'POST', redirect: 'manual', body: new Blob([body]) },
        headers: type ? { 'Content-Type': type } : {},
      })
    expect((await send(link)).status).toBe(200)
    expect(isUnsubscribed(email)).toBe(true)
    expect((await send('/unsubscribe/x')).status).toBe(404)
  })
})
