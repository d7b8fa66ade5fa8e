import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  deletions,
  redirectMutations,
  replacementsFor,
} from '../studio/structure/removal/replace-page.ts'
import { usesOf } from '../studio/structure/removal/uses.ts'
import { createPageHandler, type PageHandler, siteUrl } from './page-handler.ts'

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
  await site.editor.delete({ query: '*[_type == "page"]' })
  for (const id of ['spring', 'drafts.spring', 'summer', 'autumn']) {
    await site.editor.createOrReplace({ ...page(id.replace('drafts.', '')), _id: id })
  }
  await site.editor.create(redirect('renamed', '/winter', to('spring')))
  await site.editor.create(redirect('drafts.renamed', '/winter', to('spring')))
  await site.editor.create(redirect('typed', '/old', { destination: { url: '/Spring/?a=b' } }))
  await site.editor.create(redirect('chained', '/older', { destination: { url: '/old' } }))
  await site.editor.create(redirect('stale', '/summer', to('spring')))
  await site.editor.create(redirect('other', '/others', to('autumn')))
})

const read = () =>
  site.editor.fetch<Parameters<typeof replacementsFor>[1]>(
    '*[!(_type match "sanity.*") && !(_type match "system.*")]',
    {},
    { perspective: 'raw' },
  )

/** Returns the mutations for the deletion of a page, with another page for its visitors. */
async function removalOf(id: string, other?: string) {
  const documents = await read()
  const { redirects } = usesOf(documents, { id, address: `/${id}` }, siteUrl)
  const replacement = replacementsFor(id, documents).find((one) => one.id === other)
  if (other) expect(replacement?.path).toBe(`/${other}`)
  const removal = { address: `/${id}`, redirects, documents }
  return [...redirectMutations(removal, replacement), ...deletions(id, documents)] as never
}

async function visit(path: string) {
  const { status, headers } = await site.request(path)
  return status === 301 ? headers.get('location') : status
}
const redirects = () => site.editor.fetch('*[_type == "redirect"] | order(_id)._id')

it('deletes a page with the redirects that lead only to it', async () => {
  await site.editor.mutate(await removalOf('spring'))
  expect(await redirects()).toEqual(['other'])
  for (const path of ['/spring', '/winter', '/old', '/older']) expect(await visit(path)).toBe(404)
  expect(await visit('/summer')).toBe(200)
  expect(await visit('/others')).toBe('/autumn')
  expect(await site.editor.getDocument('drafts.spring')).toBeFalsy()
})

it('leads the URL and the redirects of a deleted page to another one', async () => {
  await site.editor.mutate(await removalOf('spring', 'summer'))
  for (const path of ['/spring', '/winter', '/old', '/older']) {
    expect(await visit(path)).toBe('/summer')
  }
  // The redirect from the URL of the other page would lead to itself.
  expect(await visit('/summer')).toBe(200)
  expect(await redirects()).not.toContain('stale')
  expect(await site.editor.getDocument('spring')).toBeFalsy()

  await site.editor.mutate(await removalOf('summer', 'autumn'))
  for (const path of ['/spring', '/winter', '/old', '/summer']) {
    expect(await visit(path)).toBe('/autumn')
  }
  const pages = replacementsFor('x', await read()).map(({ path }) => path)
  expect(pages).toEqual(
    expect.arrayContaining(['/', '/waitlist', '/autumn', '/affiliates/creator']),
  )
  expect(pages).not.toContain('/spring')
})

it('changes nothing if another document refers to the page, or if the other page is gone', async () => {
  const link = { _type: 'navLink', _key: 'k', label: 'Spring', ...to('spring') }
  await site.editor.patch('siteSettings').append('headerLinks', [link]).commit()
  const mutations = await removalOf('spring', 'summer')
  const before = await read()
  await expect(site.editor.mutate(mutations)).rejects.toMatchObject({ statusCode: 409 })
  expect(await read()).toEqual(before)
  await site.editor.patch('siteSettings').unset(['headerLinks[_key=="k"]']).commit()

  // Two editors replace two pages with each other.
  const [first, second] = [await removalOf('spring', 'autumn'), await removalOf('autumn', 'spring')]
  await site.editor.mutate(first)
  await expect(site.editor.mutate(second)).rejects.toMatchObject({ statusCode: 409 })
  expect(await visit('/spring')).toBe('/autumn')
  expect(await visit('/autumn')).toBe(200)
})
