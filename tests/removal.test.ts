import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { removePage } from '../studio/structure/removal/remove-page.ts'
import { findUses } from '../studio/structure/removal/uses.ts'
import { createPageHandler, type PageHandler } from './page-handler.ts'

// Runs the mutations of the Studio's removal of a page in the lake, and requests the site's pages.

let site: PageHandler
beforeAll(async () => {
  site = await createPageHandler()
})
afterAll(() => site.close())

const to = (id: string) => ({
  destination: { _type: 'link', page: { _type: 'reference', _ref: id } },
})
const redirect = (id: string, from: string, target: object) => ({
  ...{ _id: id, _type: 'redirect', from, ...target },
})
const page = (id: string) => ({
  ...{ _id: id, _type: 'page', title: id, slug: { _type: 'slug', current: id }, sections: [] },
})

beforeEach(async () => {
  await site.editor.delete({ query: '*[_type == "redirect"]' })
  await site.editor.delete({
    query: '*[_type == "page" && !string::startsWith(_id, "page-professional-apply")]',
  })
  for (const id of ['spring', 'drafts.spring', 'summer', 'autumn']) {
    await site.editor.createOrReplace({ ...page(id.replace('drafts.', '')), _id: id })
  }
  await site.editor.create(redirect('renamed', '/winter', to('spring')))
  await site.editor.create(redirect('drafts.renamed', '/winter', to('spring')))
  await site.editor.create(redirect('stale', '/summer', to('spring')))
  await site.editor.create(redirect('other', '/others', to('autumn')))
})

const read = () =>
  site.editor.fetch(
    '*[!(_type match "sanity.*") && !(_type match "system.*")]',
    {},
    { perspective: 'raw' },
  )

/** Returns the transaction that deletes a page, with another page for its visitors. */
async function removalOf(id: string, other?: string) {
  const uses = await findUses(site.editor, id)
  const replacement = uses.replacements.find(({ document }) => document._id === other)
  if (other) expect(replacement?.path).toBe(`/${other}`)
  return removePage(site.editor, `/${id}`, uses, replacement, uses.own)
}

async function visit(path: string) {
  const { status, headers } = await site.request(path)
  return status === 301 ? headers.get('location') : status
}
const redirects = () => site.editor.fetch('*[_type == "redirect"] | order(_id)._id')

it('deletes a page with the redirects that lead only to it', async () => {
  await (await removalOf('spring')).commit()
  expect(await redirects()).toEqual(['other'])
  for (const path of ['/spring', '/winter']) expect(await visit(path)).toBe(404)
  expect(await visit('/summer')).toBe(200)
  expect(await visit('/others')).toBe('/autumn')
  expect(await site.editor.getDocument('drafts.spring')).toBeFalsy()
})

it('leads the URL and the redirects of a deleted page to another one', async () => {
  await (await removalOf('spring', 'summer')).commit()
  for (const path of ['/spring', '/winter']) {
    expect(await visit(path)).toBe('/summer')
  }
  // The redirect from the URL of the other page would lead to itself.
  expect(await visit('/summer')).toBe(200)
  expect(await redirects()).not.toContain('stale')
  expect(await site.editor.getDocument('spring')).toBeFalsy()

  await (await removalOf('summer', 'autumn')).commit()
  for (const path of ['/spring', '/winter', '/summer']) {
    expect(await visit(path)).toBe('/autumn')
  }
  const pages = (await findUses(site.editor, 'x')).replacements.map(({ path }) => path)
  expect(pages).toEqual(
    expect.arrayContaining(['/', '/waitlist', '/autumn', '/affiliates/creator']),
  )
  expect(pages).not.toContain('/spring')
})

it('changes nothing if another document refers to the page, or if the other page is gone', async () => {
  const link = { _type: 'navLink', _key: 'k', label: 'Spring', ...to('spring') }
  await site.editor.patch('siteSettings').append('headerLinks', [link]).commit()
  const removal = await removalOf('spring', 'summer')
  expect((await findUses(site.editor, 'spring')).references).toMatchObject([
    { document: { _id: 'siteSettings' }, fields: ['headerLinks'] },
  ])
  const before = await read()
  await expect(removal.commit()).rejects.toMatchObject({ statusCode: 409 })
  expect(await read()).toEqual(before)
  await site.editor.patch('siteSettings').unset(['headerLinks[_key=="k"]']).commit()

  // Two editors replace two pages with each other.
  const [first, second] = [await removalOf('spring', 'autumn'), await removalOf('autumn', 'spring')]
  await first.commit()
  await expect(second.commit()).rejects.toMatchObject({ statusCode: 409 })
  expect(await visit('/spring')).toBe('/autumn')
  expect(await visit('/autumn')).toBe(200)
})
