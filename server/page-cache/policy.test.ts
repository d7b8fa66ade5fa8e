import { english, languageFrom } from 'halvi-site/language/language'
import { addressIn } from 'halvi-site/language/local-path'
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

const arabic = languageFrom({ code: 'ar', name: 'العربية' }) ?? english
const off = languageFrom({ code: 'es', isOff: true }) ?? english
const split = (address: string) => {
  const [, code, path] = /^\/(ar|es)(\/.*|$)/.exec(address) ?? []
  const language = { ar: arabic, es: off }[code ?? ''] ?? english
  return { language, path: code ? path || '/' : address }
}

const redirectAt = (address: string) => {
  const { language, path } = split(address)
  const usual = addressIn(language.isOff ? english : language, path)
  return usual === address ? undefined : usual
}

const policyOf = pagePolicies(
  {
    routes: {
      root: { id: 'root', path: '', module: {} },
      ...Object.fromEntries([
        route(undefined, { hydrate: true, cache: { seconds: 10 } }),
        route('affiliates/:mode?', minutes),
        route('affiliates/challenge', { cache: { seconds: 20 } }),
        route('affiliate/apply/:programme/submitted', minutes),
        route('support/:slug', minutes),
        route('support/private', { hydrate: true }),
        route('support/faq', { cache: { seconds: 30, query: ['q'] } }),
        route('local'),
        route('*', { cache: { seconds: 40 } }),
      ]),
    },
  },
  { split, redirectAt },
)

it.each([
  ['/', 10],
  ['/ar', 10],
  ['/ar/', undefined],
  ['/ar/affiliates', 600],
  ['/ar/ramadan', 40],
  ['/es/affiliates', undefined],
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
  expect(policyOf(path)?.seconds).toBe(seconds)
})

it('returns the query parameters that a page uses', () => {
  expect(policyOf('/support/faq')?.query).toEqual(['q'])
})
