import type { ContentReader } from 'halvi-site/content/content-reader'
import { FACTS_QUERY } from 'halvi-site/content/queries/facts'
import { walk } from 'halvi-site/content/walk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SiteContext } from '../app/handler/context.ts'
import { canonicalPaths, formPaths } from './journeys/paths.ts'
import { pathsIn, setAtPath } from './json-paths.ts'
import { createPageHandler, type PageHandler } from './page-handler.ts'

/** Values that no field of the content expects. */
const values: [name: string, value: unknown][] = [
  ['null', null],
  ['100 kB', 'é<&"\'\u2028😀 %'.repeat(8_000)],
  ['a number', 4.2],
  ['an array', [1, 'two', null, { three: 3 }, []]],
  ['an empty text', ''],
  ['an object', { _type: 'unknown', _key: 'k', value: { deep: true } }],
]

/** Picks one value for a field. Neighboring fields get different values. */
const oneOf = (index: number) => [
  values[(index * 5 + 1) % values.length] as (typeof values)[number],
]

/** Fields used on every page, and fields of the 404 page. */
const sharedFields = [
  ...['name', 'audience', 'slogan', 'description', 'copyrightName', 'logo', 'socialLinks'],
  ...['headerLinks', 'menuLinks', 'footerGroups', 'identity', 'title', 'text', 'home'],
]

const terms = '/support/terms'
const missing = '/nothing'
const files = ['/sitemap.xml', '/robots.txt']
/** Pages whose content depends on the query or on the path. */
const variants = [
  '/confirmation?form=onboarding',
  '/support/faq?q=commission',
  '/support/faq?q=nothing-like-that',
  '/support/help?q=business',
  '/business/commission/calculator?branch=eats&sales=1000',
  '/business/commission/calculator?branch=eats&sales=none',
  '/waitlist?interests=joinAffiliate&customInterest=More',
  '/onboarding?businessType=store',
  '/affiliate/apply/creator/submitted',
]
const paths = [...canonicalPaths, ...variants, missing, ...files]

/** The results of a page's queries. */
type Results = Map<string, unknown>

let site: PageHandler
/** Results of the queries of all pages: the site settings and the texts of the 404 page. */
let shared: Results
const resultsOf = new Map<string, Results>()
const unhandled: unknown[] = []
const note = (error: unknown) => unhandled.push(error)

beforeAll(async () => {
  process.on('unhandledRejection', note)
  site = await createPageHandler()
  for (const path of paths) {
    const results: Results = new Map()
    const fetch = async (query: string, params = {}) => {
      const result = await site.content.fetch(query, params)
      results.set(query, result)
      return result
    }
    await load(path, withContent(fetch))
    resultsOf.set(path, results)
  }
  const every = resultsOf.get(terms) ?? new Map()
  shared = new Map([...every].filter(([query]) => resultsOf.get(missing)?.has(query)))
})
afterAll(async () => {
  await site.close()
  process.off('unhandledRejection', note)
})

const withContent = (fetch: (query: string) => Promise<unknown>): Partial<SiteContext> => {
  const fact = async (name: string) =>
    ((await fetch(FACTS_QUERY)) as Record<string, unknown> | null)?.[name]
  return {
    content: {
      ...site.content,
      fetch: fetch as ContentReader['fetch'],
      fact: fact as ContentReader['fact'],
    },
  }
}

async function load(path: string, context: Partial<SiteContext> = {}, init?: RequestInit) {
  const response = await site.request(path, init, context)
  return { status: response.status, headers: response.headers, body: await response.text() }
}

/** Returns a context with the results of a page, in which one field of one result has another value. */
function changed(path: string, query: string, place: readonly (string | number)[], value: unknown) {
  const results = new Map(resultsOf.get(path))
  results.set(query, setAtPath(results.get(query), place, value))
  // A page in another language leads to the redirects, which only the missing page has read.
  const ofMissing = resultsOf.get(missing)
  return withContent(async (query) => {
    return walk(query, (results.has(query) ? results : ofMissing)?.get(query)).value
  })
}

const heading = (page: string) => /<h1[^>]*>.*?<\/h1>/s.exec(page)?.[0]

/** A page may return 500 only if its whole document is missing, or has another type than the query asks for. */
const isMissing = (place: readonly unknown[]) => place.length === 0 || place.join() === '_type'

/** Returns what is wrong with a response, or undefined. */
function problem({ status, headers, body }: Awaited<ReturnType<typeof load>>) {
  if (body.includes('\0')) return 'NUL'
  if ([204, 301, 302, 303].includes(status)) return
  if (![200, 400, 404, 500, 503].includes(status)) return `status ${status}`
  if (!headers.get('content-type')?.startsWith('text/html')) return 'no HTML'
  if (!/^<!DOCTYPE html>/i.test(body) || !body.includes('</html>')) return 'incomplete document'
  if (!/<h1[\s>]/.test(body)) return 'no heading'
  if (status >= 500 && !body.includes('request-1')) return 'no request id'
}

/** Changes each field of one query result in turn and returns what is wrong with the page. */
async function problems(
  path: string,
  query: string,
  take: (index: number) => typeof values,
  { isRight = problem, more = {}, within }: Options = {},
): Promise<string[]> {
  const found: string[] = []
  const all = pathsIn(resultsOf.get(path)?.get(query)).filter(
    ([first]) => first === undefined || !within || within.includes(String(first)),
  )
  for (const [index, place] of all.entries()) {
    for (const [name, value] of place.length ? take(index) : values) {
      const context = { ...changed(path, query, place, value), ...more }
      const response = await load(path, context)
      const isWhole = response.status !== 500 || isMissing(place) || more.previewSession
      const wrong = isWhole ? isRight(response) : 'status 500'
      if (wrong)
        found.push(`${path} with ${name} at ${query.slice(0, 40)} ${place.join('.')}: ${wrong}`)
    }
  }
  return found
}

interface Options {
  isRight?: (response: Awaited<ReturnType<typeof load>>) => string | undefined
  more?: Partial<SiteContext>
  /** Only these fields are changed. */
  within?: string[]
}

const queriesAt = (path: string) => [...(resultsOf.get(path)?.keys() ?? [])]

/** Returns the queries of a page that no previous page has. */
function queriesOf(path: string): string[] {
  // A variant of a page has the same queries.
  const before = variants.includes(path) ? [] : paths.slice(0, paths.indexOf(path))
  const known = new Set(before.flatMap(queriesAt))
  return queriesAt(path).filter((query) => !shared.has(query) && !known.has(query))
}

describe('content of any shape', { timeout: 120_000 }, () => {
  it.each(paths.filter((path) => !files.includes(path)))('%s is a complete page', async (path) => {
    const before = await load(path)
    for (const query of queriesOf(path)) expect(await problems(path, query, oneOf)).toEqual([])
    const after = await load(path)
    expect(after.status).toBe(path === missing ? 404 : path.endsWith('sales=none') ? 400 : 200)
    expect(after.status).toBe(before.status)
    expect(heading(after.body)).toBe(heading(before.body))
    expect(unhandled).toEqual([])
  })

  it.each(files)('%s returns 200 or 204', async (path) => {
    const isRight = ({ status }: { status: number }) =>
      [200, 204, 500].includes(status) ? undefined : `status ${status}`
    for (const query of queriesAt(path)) {
      expect(await problems(path, query, oneOf, { isRight })).toEqual([])
    }
    expect([200, 204]).toContain((await load(path)).status)
    expect(unhandled).toEqual([])
  })

  it.each([
    [terms, 200],
    [missing, 404],
  ])('%s is complete without the shared fields', async (path, expected) => {
    const isRight = (response: Awaited<ReturnType<typeof load>>) =>
      response.status === expected ? problem(response) : `status ${response.status}`
    for (const query of shared.keys()) {
      const options = { isRight, within: sharedFields }
      expect(await problems(path, query, path === terms ? () => values : oneOf, options)).toEqual(
        [],
      )
    }
  })

  it.each(values)('a redirect to %s returns 404 or 301', async (_name, to) => {
    const fetch = async (query: string) =>
      query.includes('"redirect"')
        ? walk(query, [{ from: '/nothing', to, temporary: to }, to]).value
        : shared.get(query)
    const response = await load(missing, withContent(fetch))
    expect([404, 301]).toContain(response.status)
    expect(problem(response)).toBeUndefined()
  })

  it('is a complete page or an error page in the preview', async () => {
    const pass = { kind: 'studio', until: Date.now() + 60_000 } as const
    for (const query of queriesOf(terms)) {
      expect(await problems(terms, query, oneOf, { more: { previewSession: pass } })).toEqual([])
    }
    expect(unhandled).toEqual([])
  })
})

describe('a form on a page with content of any shape', () => {
  // The form on the page for sellers is sent to another page.
  const ownForms = formPaths.filter((path) => path !== '/business/seller')
  it.each(ownForms)('%s returns the form again or an error page', async (path) => {
    for (const query of queriesAt(path).filter((query) => !shared.has(query))) {
      for (const [name, value] of values) {
        const response = await load(path, changed(path, query, [], value), {
          method: 'POST',
          body: new URLSearchParams({ email: 'none' }),
        })
        expect(problem(response), name).toBeUndefined()
        expect([400, 404, 500], name).toContain(response.status)
      }
    }
  })
})

describe('a part of a text without a component', () => {
  const block = (fields: object) => ({ _type: 'block', _key: 'b', style: 'normal', ...fields })
  const span = (text: string, marks: string[] = []) => ({ _type: 'span', _key: text, text, marks })

  it.each([
    ['an inline object', block({ children: [span('before'), { _type: 'emoji', _key: 'x' }] })],
    ['an object between paragraphs', { _type: 'video', _key: 'x', url: 'https://x.test' }],
    ['a mark', block({ children: [span('marked words', ['highlight'])] })],
    [
      'an annotation',
      block({ children: [span('marked words', ['m'])], markDefs: [{ _type: 'note', _key: 'm' }] }),
    ],
    ['a style', block({ style: 'h7', children: [span('marked words')] })],
    ['a list', block({ listItem: 'star', level: 1, children: [span('marked words')] })],
  ])('is omitted and logged: %s', async (_what, unknown) => {
    const body = [block({ _key: 'a', children: [span('Our terms.')] }), unknown]
    const before = await site.editor.getDocument('legal-terms')
    site.log.length = 0
    await site.editor.patch('legal-terms').set({ body }).commit()
    const { status, body: html } = await load(terms)
    await site.editor.patch('legal-terms').set({ body: before?.body }).commit()
    expect(status).toBe(200)
    expect(html).toContain('<p>Our terms.</p>')
    expect(html).not.toMatch(/portabletext|specify a component|unknown__pt/)
    if (JSON.stringify(unknown).includes('marked words')) expect(html).toContain('marked words')
    const lines = site.log.map((line) => JSON.parse(line))
    expect(lines.filter(({ unknown }) => unknown)).toEqual([
      expect.objectContaining({
        path: terms,
        unknown: expect.arrayContaining([expect.any(String)]),
      }),
    ])
  })
})
