import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createPageHandler, type PageHandler } from './page-handler.ts'

let site: PageHandler
beforeAll(async () => {
  site = await createPageHandler()
})
afterAll(() => site.close())

async function request(path: string, fields?: Record<string, string>) {
  const init = fields && { method: 'POST', body: new URLSearchParams(fields) }
  const response = await site.request(path, init)
  const body = await response.text()
  const tag = (part: string) => new RegExp(`<[^>]*${part}[^>]*>`).exec(body)?.[0] ?? ''
  return { status: response.status, body, tag }
}

describe('the confirmation', () => {
  const heading = async (query: string) =>
    /<h1[^>]*>([^<]*)/.exec((await request(`/confirmation${query}`)).body)?.[1]

  it('has a separate text for a business, and also mentions the waitlist', async () => {
    const { body } = await request('/confirmation?form=onboarding')
    expect(/<h1[^>]*>([^<]*)/.exec(body)?.[1]).not.toBe(await heading(''))
    expect(body).toContain(`>${await heading('')}</h2>`)
  })

  it.each(['?form=', '?form=royal', '?form=contact', '?form=%00', '?form=x&form=onboarding'])(
    'shows the waitlist text for %s',
    async (query) => expect(await heading(query)).toBe(await heading('')),
  )
})

it.each(['/waitlist', '/onboarding', '/affiliate/apply/regular'])(
  '%s says that a friend sent the visitor, with a referral link only',
  async (path) => {
    const invited = 'A friend invited you to Halvi.'
    expect((await request(path)).body).not.toContain(invited)
    expect((await request(`${path}?ref=abc`)).body).not.toContain(invited)
    const { body } = await request(`${path}?ref=${'abcdefghjkmnp'}`)
    expect(body.indexOf(invited)).toBeLessThan(body.indexOf('name="email"'))
    expect(body).toContain(invited)
  },
)

describe('a link that fills in a form', () => {
  it('selects the given options and fills in the given text', async () => {
    const words = 'Drive with Halvi Rides'
    const { tag, body } = await request(
      `/waitlist?interest=openStore&interest=x&custom_interest=${encodeURIComponent(words)}`,
    )
    expect(tag('value="openStore"')).toContain('checked')
    expect(body.match(/\schecked=/g)).toHaveLength(1)
    expect(body).toContain(`>${words}</textarea>`)
    const onboarding = await request('/onboarding?business_type=restaurant')
    expect(onboarding.tag('value="restaurant"')).toContain('selected')
  })

  const note = async (path: string, fields?: Record<string, string>) =>
    /<p class="filled-in">(.*?)<\/p>/s.exec((await request(path, fields)).body)?.[1]

  it.each([
    ['/onboarding?business_type=local-service', /as a local service.*#onboarding-business_type"/],
    ['/waitlist?interest=openStore', /Open my store.*#waitlist-interests"/],
    ['/waitlist?custom_interest=Drive+with+Halvi+Rides', /Drive with.*#waitlist-custom_interest"/],
    [
      '/waitlist?custom_interest=Notify+me+about+the+next+Special+Challenge&interest=joinAffiliate',
      /affiliate.*Challenge.*#waitlist-interests"/,
    ],
  ])('says in words what %s fills in, and links to the field', async (path, expected) => {
    expect(await note(path)).toMatch(expected)
  })

  it('says only its own words, not those of the link', async () => {
    const path = '/waitlist?interest=openStore&custom_interest=Call+this+number'
    expect(await note(path)).toMatch(/Open my store/)
    expect(await note(path)).not.toContain('Call')
  })
})

describe('the button for the next challenge', () => {
  const buttonOf = async () => {
    const { body } = await request('/affiliates/challenge')
    const main = body.slice(body.indexOf('<main'))
    return /class="button" href="([^"]*)"/.exec(main)?.[1]?.replaceAll('&amp;', '&') ?? ''
  }
  const patch = (set: object) => site.editor.patch('program-challenge').set(set).commit()

  it('opens the waitlist with the interest and a text filled in', async () => {
    const { body, tag } = await request(await buttonOf())
    expect(tag('id="waitlist"')).toContain('action="/waitlist"')
    expect(tag('value="joinAffiliate"')).toContain('checked')
    expect(body).toMatch(/next Special Challenge<\/textarea>/)
  })

  it('opens the application before the start of a challenge', async () => {
    await patch({ 'challenge.startsAt': '2090-07-04T12:00:00.000Z' })
    expect(await buttonOf()).toBe('/affiliate/apply/challenge')
  })
})

describe('the option to invest', () => {
  afterEach(async () => {
    await site.editor.patch('siteSettings').set({ hideInvestment: false }).commit()
  })

  it('has a note, and is hidden with the meeting link by a setting', async () => {
    const shown = await request('/waitlist')
    const noteId = /aria-describedby="([^"]+)"/.exec(shown.tag('value="investInHalvi"'))?.[1]
    expect(shown.tag(`id="${noteId}"`)).not.toBe('')
    const meeting = /href="https:[^"]*investor[^"]*"/
    expect(shown.body).toMatch(meeting)

    await site.editor.patch('siteSettings').set({ hideInvestment: true }).commit()
    const hidden = await request('/waitlist?interest=investInHalvi')
    expect(hidden.status).toBe(200)
    expect(hidden.body).not.toContain('investInHalvi')
    // Also not in the metadata for search engines and shared links.
    expect(hidden.body).not.toMatch(/\binvestors?\b/i)
    expect(hidden.body).not.toMatch(meeting)
    expect(hidden.body.match(/name="interests"/g)).toHaveLength(4)
  })

  it('is accepted from a page that was opened before it was hidden', async () => {
    await site.editor.patch('siteSettings').set({ hideInvestment: true }).commit()
    const fields = { name: 'Amina', email: 'amina@example.com', interests: 'investInHalvi' }
    expect((await request('/waitlist', fields)).status).toBe(303)
    expect(await site.leads.count(new Date(0))).toMatchObject({ waitlist: { total: 1 } })
  })
})
