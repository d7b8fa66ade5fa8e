import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPageHandler, type PageHandler } from './page-handler.ts'

let site: PageHandler
beforeAll(async () => {
  site = await createPageHandler()
})
afterAll(() => site.close())

const redirect = (from: string, to: string, temporary?: boolean) =>
  site.editor.create({ _type: 'redirect', from, to, temporary })

async function answer(path: string) {
  const { status, headers } = await site.request(path)
  return { status, to: headers.get('location') }
}

describe('a redirect of the content', () => {
  it('leads on as soon as it is published, and no longer when it is gone', async () => {
    expect(await answer('/summer')).toEqual({ status: 404, to: null })
    const { _id } = await redirect('/summer', '/waitlist')
    expect(await answer('/summer')).toEqual({ status: 301, to: '/waitlist' })
    expect(await answer('/summer/')).toEqual({ status: 301, to: '/waitlist' })
    await site.editor.patch(_id).set({ to: '/onboarding', temporary: true }).commit()
    expect(await answer('/summer')).toEqual({ status: 302, to: '/onboarding' })
    await site.editor.delete(_id)
    expect((await answer('/summer')).status).toBe(404)
  })

  it('is not kept by browsers, which would never hear of a change', async () => {
    await redirect('/kept', '/waitlist')
    expect((await site.request('/kept')).headers.get('cache-control')).toBe('no-cache')
  })

  it('keeps the query it was asked with, unless its target has one', async () => {
    await redirect('/plain', '/support/faq')
    await redirect('/asks', '/support/faq?q=payout')
    await redirect('/away', 'https://halvi.com/app')
    expect((await answer('/plain?utm_source=a&b=c')).to).toBe('/support/faq?utm_source=a&b=c')
    expect((await answer('/asks?q=b')).to).toBe('/support/faq?q=payout')
    expect((await answer('/away?a=1')).to).toBe('https://halvi.com/app?a=1')
  })

  it('is found by the words that an editor wrote', async () => {
    await redirect('/été/über uns', '/index')
    expect((await answer('/%C3%A9t%C3%A9/%C3%BCber%20uns')).to).toBe('/index')
  })

  it('leads in one step through those that follow it', async () => {
    await redirect('/first', '/second')
    await redirect('/second', '/third')
    await redirect('/third', '/waitlist')
    expect(await answer('/first')).toEqual({ status: 301, to: '/waitlist' })
  })

  it('that leads in a circle is a missing page, not a circle', async () => {
    await redirect('/x', '/y')
    await redirect('/y', '/x')
    expect((await answer('/x')).status).toBe(404)
  })

  it('gives way to a page', async () => {
    await redirect('/waitlist', '/onboarding')
    await redirect('/services/local', '/onboarding')
    expect((await answer('/waitlist')).status).toBe(200)
    expect((await answer('/services/local')).status).toBe(200)
  })

  it('takes the place of a page that is gone', async () => {
    await redirect('/support/privacy', '/support/terms')
    await site.editor.delete({ query: '*[_type == "legalPage" && slug.current == "privacy"]' })
    expect(await answer('/support/privacy')).toEqual({ status: 301, to: '/support/terms' })
  })

  it('as a draft leads nowhere', async () => {
    await site.editor.create({ _id: 'drafts.r', _type: 'redirect', from: '/draft', to: '/index' })
    expect((await answer('/draft')).status).toBe(404)
  })
})

it('a page is at its new address as soon as its slug has changed', async () => {
  const { _id } = await site.editor.fetch('*[_type == "servicePage" && slug.current == "eats"][0]')
  await site.editor.patch(_id).set({ 'slug.current': 'food' }).commit()
  expect((await answer('/services/food')).status).toBe(200)
  expect((await answer('/services/eats')).status).toBe(404)
})
