import { english } from 'halvi-site/language/language'
import { expect, it } from 'vitest'
import { pagePolicies } from './policy.ts'

const route = (path: string | undefined, handle?: object) =>
  [
    `routes/${path}`,
    {
      ...{ id: `routes/${path}`, parentId: 'root', path, index: path === undefined },
      module: { handle },
    },
  ] as const
const minutes = { cache: { seconds: 600 } }

const find = (code: string) => (code === 'en' ? english : undefined)

const policyOf = pagePolicies(
  {
    routes: {
      root: { id: 'root', path: '', module: {} },
      ...Object.fromEntries([
        route(undefined, { hydrate: true, cache: { seconds: 10 } }),
        route('affiliates/:mode?', minutes),
        route('affiliates/challenge', { cache: { seconds: 20 } }),
        route('affiliate/apply/:program/submitted', minutes),
        route('support/:slug', minutes),
        route('support/private', { hydrate: true }),
        route('support/faq', { cache: { seconds: 30, query: ['q'] } }),
        route('local'),
        route('*', { cache: { seconds: 40 } }),
      ]),
    },
  },
  { find },
)

it.each([
  ['/', 10],
  ['/affiliates', 600],
  ['/affiliates/regular', 600],
  ['/affiliates/challenge', 20],
  ['/affiliate/apply/x-1/submitted', 600],
  ['/support/terms', 600],
  ['/support/faq', 30],
  // Pages that are built from sections. UnknownPaths answers for paths without such a page.
  ['/ramadan', 40],
  ['/ramadan/2027', 40],
  ['/%D8%B1%D9%85%D8%B6%D8%A7%D9%86', 40],
  ['/Ramadan', undefined],
  ['/ramadan/', undefined],
  ['/%72amadan', undefined],
  ['/%d8%b1', undefined],
  ['/robots.txt', undefined],
  ['/studio/page', undefined],
  ['/metrics', undefined],
  ['/support/terms/more/than/five/parts', undefined],
  // One page for all paths that don't exist. It is not cached under each path.
  ['/-/missing', 600],
  ['/support/private', undefined],
  ['/local', undefined],
  ['/Support/terms', undefined],
  ['/support/Terms', undefined],
  ['/support/terms/', undefined],
  ['/support/terms.data', undefined],
  ['/support', undefined],
])('caches %s for %s seconds', (path, seconds) => {
  expect(policyOf({ language: english, path })?.seconds).toBe(seconds)
})

it('returns the query parameters that a page uses', () => {
  expect(policyOf({ language: english, path: '/support/faq' })?.query).toEqual(['q'])
})

it('caches no page of a language that is turned off or removed', () => {
  expect(policyOf({ language: { code: 'ar' }, path: '/support/faq' })).toBeUndefined()
})
