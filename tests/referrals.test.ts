import { describe, expect, it } from 'vitest'
import { createAdministrator, post as postJson } from './administrator.ts'
import { runSite } from './running-site.ts'
import { shareApplicantSite } from './share-applicant-site.ts'
import { until } from './until.ts'

const applicants = shareApplicantSite()
const { get, post, query, newEmail, confirmed, codeOn } = applicants

describe('a referral link', () => {
  it('leads to the forms with its code in a hidden field, which is credited once confirmed', async () => {
    const me = await confirmed(newEmail())
    const code = await codeOn(me)
    const { status, headers } = await get(`/r/${code}?utm_source=a%26b&x=1`)
    expect(status).toBe(302)
    expect(headers.get('location')).toBe(`/waitlist?ref=${code}&utm_source=a%26b&x=1`)
    for (const path of ['/waitlist', '/onboarding', '/affiliate/apply/regular']) {
      expect(await (await get(`${path}?ref=${code}`)).text()).toContain(`value="${code}"`)
      expect(await (await get(path)).text()).not.toContain(code)
      expect(await (await get(`${path}?ref=${code}x`)).text()).not.toContain(`value="${code}x"`)
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
    const [message] = query<{ network: string }>(
      'select network from lead_message where referral_code = ?',
      code,
    )
    expect(message?.network).toMatch(/^[\w-]{22}$/)
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
    const cookie = await createAdministrator(applicants.site)
    const set = { 'leaderboard.source': 'real' }
    const mutations = [{ patch: { id: 'affiliatesPage', set } }]
    await postJson(applicants.site, 'data/mutate/production', { mutations }, cookie)
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
    const erased = await fetch(`${applicants.site.url}/staff/v1/leads/erase`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: applicants.site.url, Cookie: cookie },
      body: JSON.stringify({ email: emails[2], confirm: emails[2] }),
    })
    expect(erased.status).toBe(200)
    expect(await namesShown()).toEqual(names.slice(3))
    const command = ['erase', '--email', emails[3] ?? '', '--yes']
    expect(await runSite({ DATA_DIR: applicants.site.dataDir }, 'leads', ...command)).toMatchObject(
      {
        code: 0,
      },
    )
    // The command is another process, which the site notices within seconds.
    const shown = await until(namesShown, (left) => left.length <= names.length - 4)
    expect(shown).toEqual(names.slice(4))
    const etag = (await get(path)).headers.get('etag')
    expect((await get(path, { 'If-None-Match': etag ?? '' })).status).toBe(304)
  })
})
