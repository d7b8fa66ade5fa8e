import * as addresses from 'halvi-site/addresses'
import { describe, expect, it } from 'vitest'
import { checkLanguageCode } from '../schemas/validation/language.ts'
import { checkSource } from '../schemas/validation/redirect.ts'
import { checkPageSlug, checkSlug } from '../schemas/validation/slug.ts'

const redirects = [{ from: '/summer' }]
const pages = [
  { _type: 'servicePage', slug: 'local' },
  { _type: 'page', slug: 'services/professional/apply' },
  { _type: 'faqEntry', slug: 'what' },
  { _type: 'legalPage', slug: null },
  { _type: 'page', slug: 'ramadan/2027' },
]

describe('checkSource', () => {
  it.each([undefined, '', '/autumn', '/services/locals', '/what', '/support/what'])(
    'accepts %s',
    (from) => expect(checkSource(from, { redirects, pages, addresses })).toBe(true),
  )

  it.each([
    ['a page of the site', '/waitlist'],
    ['a page with a trailing slash', '/waitlist/'],
    ['the landing page', '/'],
    ['a page of a document', '/services/local'],
    ['a page of sections under /services', '/services/professional/apply'],
    ['a page built from sections', '/Ramadan/2027/'],
    ['an alias of a page', '/local'],
    ['the Studio', '/studio/structure'],
    ['an image', '/images/halvi/production/a.png'],
    ['the content API', '/v2025-02-19/data/query/production'],
    ['another redirect', '/summer'],
    ['another redirect with a trailing slash', '/summer/'],
    ['another redirect in different case', '/Summer'],
    ['another redirect, percent-encoded', '/%53ummer'],
    ['a page in different case', '/Services/LOCAL/'],
    ['a URL with a query', '/autumn?a=1'],
  ])('rejects %s', (_, from) => {
    expect(checkSource(from, { redirects, pages, addresses })).toBeTypeOf('string')
  })
})

describe('checkSlug', () => {
  it.each([
    ['servicePage', 'local'],
    ['legalPage', 'terms-2'],
    ['faqEntry', 'faq'],
    ['servicePage', undefined],
  ])('accepts %s %s', (type, slug) => expect(checkSlug(type, slug, addresses)).toBe(true))

  it.each([
    ['legalPage', 'faq'],
    ['legalPage', 'contact'],
    ['servicePage', 'Local'],
    ['servicePage', 'halal food'],
    ['servicePage', 'a/b'],
    ['servicePage', '-a'],
    ['servicePage', 'a--b'],
  ])('rejects %s %s', (type, slug) => expect(checkSlug(type, slug, addresses)).toBeTypeOf('string'))
})

describe('checkPageSlug', () => {
  it.each([
    undefined,
    'ramadan',
    'ramadan/2027',
    'a/b/c/d/e',
    'رمضان/۲۰۲۷',
    'café',
    'support/more/x',
  ])('accepts %s', (slug) => expect(checkPageSlug(slug, addresses)).toBe(true))

  it.each([
    ['a slash at the start', '/ramadan'],
    ['a slash at the end', 'ramadan/'],
    ['two slashes', 'ramadan//2027'],
    ['capital letters', 'Ramadan'],
    ['spaces', 'ramadan 2027'],
    ['a point', 'page.html'],
    ['a query', 'ramadan?a=1'],
    ['percent encoding', 'caf%C3%A9'],
    ['decomposed letters', 'cafe\u0301'],
    ['two hyphens', 'a--b'],
    ['six parts', 'a/b/c/d/e/f'],
    ['101 characters', 'a'.repeat(101)],
    ['a page', 'waitlist'],
    ['an alias', 'terms'],
    ['a page of another kind', 'services/local'],
    ['the place of pages of another kind', 'business/new'],
    ['the Studio', 'studio/page'],
    ['the staff API', 'staff'],
    ['the content API', 'v2025-02-19'],
    ['only a slash', '/'],
  ])('rejects %s', (_, slug) => {
    expect(checkPageSlug(slug, addresses)).toBeTypeOf('string')
  })
})

describe('languages', () => {
  const languages = { codes: ['ar', undefined], slugs: ['ur/offer', 'ramadan/2027', 'espresso'] }
  const codes = ['ar']

  it.each([undefined, '', 'es', 'pt-br', 'zh-hant', 'es-mx'])('accepts the code %s', (code) => {
    expect(checkLanguageCode(code, languages, addresses)).toBe(true)
  })

  it.each([
    ['English', 'en'],
    ['capital letters', 'AR'],
    ['no tag', 'arabic'],
    ['a path', 'es/x'],
    ['another language', 'ar'],
    ['a page built from sections', 'ur'],
    ['an alias', 'faq'],
    ['a path of the server', 'me'],
  ])('rejects the code of %s', (_, code) => {
    expect(checkLanguageCode(code, languages, addresses)).toBeTypeOf('string')
  })

  it.each(['ar', 'ar/offer'])('rejects a page at /%s', (slug) => {
    expect(checkPageSlug(slug, addresses, codes)).toMatch('belong to a language')
    expect(checkPageSlug(slug, addresses)).toBe(true)
  })

  it('accepts a page whose first segment only starts with a code', () => {
    expect(checkPageSlug('arabic/offer', addresses, codes)).toBe(true)
  })

  it('finds the page in a language that a redirect starts at', () => {
    const check = (from: string) => checkSource(from, { redirects, pages, codes, addresses })
    expect(check('/ar/old')).toBe(true)
    expect(check('/fr/waitlist')).toBe(true)
    expect(check('/ar')).toMatch('already a page')
    expect(check('/ar/waitlist')).toMatch('already a page')
    expect(check('/AR/Ramadan/2027/')).toMatch('already a page')
  })
})
