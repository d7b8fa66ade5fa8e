import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createPageHandler, type PageHandler } from './page-handler.ts'

let site: PageHandler
beforeAll(async () => {
  site = await createPageHandler()
})
afterAll(() => site.close())
afterEach(() => site.editor.delete({ query: '*[_type == "redirect"]' }))

const redirect = (from: string, to: string, temporary?: boolean) =>
  site.editor.create({ _type: 'redirect', from, destination: { url: to }, temporary })

const none = (to: string) => [to, null] as const

async function responseTo(path: string) {
  const { status, headers } = await site.request(path)
  return { status, to: headers.get('location') }
}

describe('a redirect in the content', () => {
  it('works immediately after its publication, until it is deleted', async () => {
    expect(await responseTo('/summer')).toEqual({ status: 404, to: null })
    const { _id } = await redirect('/summer', '/waitlist')
    expect(await responseTo('/summer')).toEqual({ status: 301, to: '/waitlist' })
    expect(await responseTo('/summer/')).toEqual({ status: 301, to: '/waitlist' })
    await site.editor
      .patch(_id)
      .set({ destination: { url: '/onboarding' }, temporary: true })
      .commit()
    expect(await responseTo('/summer')).toEqual({ status: 302, to: '/onboarding' })
    await site.editor.delete(_id)
    expect((await responseTo('/summer')).status).toBe(404)
  })

  it('is not cached by browsers', async () => {
    await redirect('/kept', '/waitlist')
    expect((await site.request('/kept')).headers.get('cache-control')).toBe('no-cache')
  })

  it('keeps the query of the request, except for parameters that its target has', async () => {
    await redirect('/plain', '/support/faq')
    await redirect('/asks', '/support/faq?q=payout')
    await redirect('/away', 'https://halvi.com/app')
    expect((await responseTo('/plain?utm_source=a&b=c')).to).toBe('/support/faq?utm_source=a&b=c')
    expect((await responseTo('/asks?q=b')).to).toBe('/support/faq?q=payout')
    expect((await responseTo('/asks?ref=a.b&%71=b&=&ref=2')).to).toBe(
      '/support/faq?q=payout&ref=a.b&=&ref=2',
    )
    await redirect('/chained', '/asks?a=1&q=0#top')
    expect((await responseTo('/chained?a=2&b=3')).to).toBe('/support/faq?q=payout&a=1&b=3#top')
    await redirect('/anchored', 'https://halvi.com/app?x=1#end')
    expect((await responseTo('/anchored?ref=a')).to).toBe('https://halvi.com/app?x=1&ref=a#end')
    expect((await responseTo('/away?a=1')).to).toBe('https://halvi.com/app?a=1')
  })

  it('can be long without harm', async () => {
    const slashes = '/'.repeat(60_000)
    await redirect(`/long${slashes}x`, `/waitlist${slashes}x`)
    await redirect('/short', '/support/faq')
    expect((await responseTo('/short')).status).toBe(301)
  })

  it('matches regardless of case, trailing slashes, and encoding', async () => {
    await redirect('/Ramadan', '/waitlist')
    await redirect('/Eid/Ünïon/', '/onboarding')
    await redirect('/caf%C3%A9', '/index')
    await redirect('/nai\u0308ve', '/index')
    for (const path of ['/Ramadan', '/ramadan', '/RAMADAN/', '/%52amadan', '/ramadan//']) {
      expect(await responseTo(path), path).toEqual({ status: 301, to: '/waitlist' })
    }
    for (const path of [
      '/eid/%C3%BCn%C3%AFon',
      '/EID/%c3%9cN%c3%8fON/',
      '/eid/u%CC%88ni%CC%88on',
    ]) {
      expect((await responseTo(path)).to, path).toBe('/onboarding')
    }
    for (const path of ['/Caf%C3%A9', '/CAF%C3%89', '/na%C3%AFve', '/nai%CC%88ve']) {
      expect((await responseTo(path)).to, path).toBe('/index')
    }
    expect((await responseTo('/ramadan2')).status).toBe(404)
  })

  it('to an unusual address is normalized, and to a hostile one returns 404', async () => {
    const { _id } = await redirect('/strange', '/')
    for (const [to, location] of [
      ['/.//evil.test/a', '/evil.test/a'],
      ['/x/..//evil.test', '/evil.test'],
      ['/.\\/evil.test', '/evil.test'],
      ['/%2F/evil.test', '/%2F/evil.test'],
      ['https://halvi.com\t/a\n', 'https://halvi.com/a'],
      ['HTTPS://halvi.com/a', 'https://halvi.com/a'],
      ...['//evil.test', '/\\evil.test', '/\t/evil.test', '\\\\evil.test', ' //evil.test'].map(
        none,
      ),
      ...['javascript:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x', 'blob:x'].map(none),
      ...['file:///etc/passwd', 'mailto:a@evil.test', 'ftp://evil.test', 'https:evil.test'].map(
        none,
      ),
      ...['http:/evil.test', 'https://', 'evil.test', 'https://halvi.com@evil.test'].map(none),
    ] as const) {
      await site.editor.patch(_id).set({ 'destination.url': to }).commit()
      const status = location === null ? 404 : 301
      expect(await responseTo('/strange'), to).toEqual({ status, to: location })
    }
    await site.editor.delete(_id)
  })

  it('does not replace an existing page', async () => {
    await redirect('/waitlist', '/onboarding')
    await redirect('/services/local', '/onboarding')
    expect((await responseTo('/waitlist')).status).toBe(200)
    expect((await responseTo('/services/local')).status).toBe(200)
  })

  it('replaces a deleted page', async () => {
    const privacy = await site.editor.fetch(
      '*[_type == "legalPage" && slug.current == "privacy"][0]',
    )
    // Nothing links to this page. The lake rejects the deletion of a page with links.
    const { _id } = await site.editor.create({ ...privacy, _id: 'old', slug: { current: 'old' } })
    await redirect('/support/old', '/support/terms')
    expect((await responseTo('/support/old')).status).toBe(200)
    await site.editor.delete(_id)
    expect(await responseTo('/support/old')).toEqual({ status: 301, to: '/support/terms' })
  })

  it('leads to the page that it refers to', async () => {
    const page = { _type: 'reference', _ref: 'onboardingPage' }
    const destination = { _type: 'link', page }
    await site.editor.create({ _type: 'redirect', from: '/referring', destination })
    expect(await responseTo('/referring')).toEqual({ status: 301, to: '/onboarding' })
  })
})
