import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPageHandler, type PageHandler } from './page-handler.ts'

let site: PageHandler
beforeAll(async () => {
  site = await createPageHandler()
})
afterAll(() => site.close())

const html = async (path: string) => (await site.request(path)).text()
describe('a link to a page', () => {
  it('follows the page to its new address, in menus, cards, texts, and redirects', async () => {
    const pages = ['/', '/support/faq', '/support/help', '/support/terms']
    const body = [
      {
        ...{ _type: 'block', _key: 'b', style: 'normal' },
        children: [{ _type: 'span', _key: 's', text: 'drivers', marks: ['l'] }],
        markDefs: [
          { _type: 'link', _key: 'l', page: { _type: 'reference', _ref: 'business-driver' } },
        ],
      },
    ]
    await site.editor.patch('legal-terms').set({ body }).commit()
    const page = { _type: 'reference', _ref: 'business-driver' }
    await site.editor.create({
      ...{ _id: 'cars', _type: 'redirect', from: '/cars' },
      destination: { _type: 'link', page, anchor: 'pay' },
    })
    for (const path of pages) expect(await html(path), path).toContain('href="/business/driver"')
    await site.editor
      .patch('business-driver')
      .set({ slug: { _type: 'slug', current: 'drivers' } })
      .commit()
    for (const path of pages) {
      const text = await html(path)
      expect(text, path).toContain('href="/business/drivers"')
      expect(text, path).not.toContain('href="/business/driver"')
    }
    expect(await html('/support/terms')).toMatch(/href="\/business\/drivers">drivers</)
    expect((await site.request('/cars')).headers.get('location')).toBe('/business/drivers#pay')
  })

  it('protects the page from being deleted', async () => {
    await expect(site.editor.delete('business-seller')).rejects.toMatchObject({ statusCode: 409 })
    expect((await site.request('/business/seller')).status).toBe(200)
  })
})
