import { fold } from 'halvi-kit/fold'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LeadFilter, type LeadQuery, leadQuery } from '../../contract/leads.ts'
import type { LeadMetricsQuery } from '../../contract/metrics.ts'
import { CursorError } from '../../errors.ts'
import type { NewLeadRow } from '../../store/database/tables.ts'
import { searchedWords, wordsOf } from '../../store/derived/words.ts'
import { randomFrom, randomLead } from '../testing/random-leads.ts'
import { databaseKinds, setUpDatabase, type TestDatabase } from '../testing/test-index.ts'
import { listLeads } from './list.ts'
import { readFunnel, readMetrics } from './metrics.ts'

const random = randomFrom(15)
const pick = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T
const rows = Array.from({ length: 400 }, () => randomLead(random)).sort((one, other) =>
  one.id < other.id ? -1 : 1,
)

const valuesOf = (row: NewLeadRow) => JSON.parse(row.payload) as Record<string, unknown>
const touchOf = (row: NewLeadRow) => JSON.parse(row.first_touch ?? '{}') as Record<string, string>
/** Labels for staff by the business type that the form sends. */
const businessTypes: Record<string, string> = {
  ...{ restaurant: 'Restaurant', store: 'Store', 'local-service': 'Local service' },
  ...{ professional: 'Professional', Restaurant: 'Restaurant' },
}
const typeOf = (business_type: unknown) =>
  business_type === undefined ? undefined : (businessTypes[String(business_type)] ?? 'Other')
const labelsIn = (row: NewLeadRow) => {
  const { interests = '', services_offered = '', business_type } = valuesOf(row)
  const type = typeOf(business_type)
  return (label: string) =>
    String(interests).includes(label) || String(services_offered).includes(label) || type === label
}

/** The words by which each lead is found. */
const wordsIn = new Map(
  rows.map((row) => [
    row,
    Object.entries(valuesOf(row)).flatMap(([key, value]) =>
      typeof value === 'string' ? [...wordsOf(value, /name$/i.test(key))] : [],
    ),
  ]),
)

function isFound(row: NewLeadRow, filter: LeadFilter): boolean {
  const has = (wanted: readonly string[] | undefined, value: string) =>
    wanted === undefined || wanted.length === 0 || wanted.includes(value)
  const touch = touchOf(row)
  const said = wordsIn.get(row) ?? []
  const searched = searchedWords(filter.q ?? '')
  return (
    (row.spam === 1) === (filter.spam === true) &&
    has(filter.form, row.form) &&
    has(filter.status, row.status ?? '') &&
    has(filter.delivery, row.state) &&
    has(filter.owner, row.owner ?? 'nobody') &&
    has(filter.source, touch.source || touch.referrer || 'direct') &&
    has(filter.campaign, touch.campaign ?? '') &&
    has(filter.language, row.language ?? 'en') &&
    (!filter.topic?.length || filter.topic.some(labelsIn(row))) &&
    (filter.from === undefined || row.created_at >= filter.from) &&
    (filter.to === undefined || row.created_at < filter.to) &&
    (!filter.q?.trim() || searched.length > 0) &&
    searched.every((group) => group.some((word) => said.some((other) => other.startsWith(word))))
  )
}

function ordered(found: NewLeadRow[], sort: LeadQuery['sort']): NewLeadRow[] {
  if (sort === 'oldest') return found
  if (sort === 'newest') return found.toReversed()
  const key = (row: NewLeadRow) => {
    const { name, full_name, fullName, email } = valuesOf(row)
    return fold(String(sort === 'email' ? email : (name ?? full_name ?? fullName)))
  }
  return found.toSorted((one, other) => {
    const [a, b] = [Buffer.from(key(one)), Buffer.from(key(other))]
    return Buffer.compare(a, b) || (one.id < other.id ? -1 : 1)
  })
}

function randomQuery(): LeadQuery {
  const maybe = <T>(chance: number, value: () => T) => (random() < chance ? value() : undefined)
  const row = pick(rows)
  const word = pick(Object.values(valuesOf(row)).flatMap((value) => String(value).split(/\s+/)))
  const from = maybe(0.2, () => pick(rows).created_at)
  return leadQuery.parse({
    q: maybe(0.5, () =>
      [word.slice(0, 1 + Math.floor(random() * 8)), maybe(0.3, () => 'ha')].join(' '),
    ),
    form: maybe(0.2, () => [row.form, pick(rows).form]),
    status: maybe(0.2, () => [row.status]),
    delivery: maybe(0.2, () => [row.state]),
    owner: maybe(0.2, () => [row.owner ?? 'nobody']),
    source: maybe(0.1, () => [touchOf(row).source || 'direct']),
    campaign: maybe(0.1, () => [touchOf(row).campaign || 'spring']),
    language: maybe(0.2, () => [row.language ?? '', 'removed']),
    topic: maybe(0.2, () => [
      pick([
        ...['Restaurant', 'Local service', 'Other'],
        'Sell physical products',
        'Shop on Halvi and use halal lifestyle services',
      ]),
    ]),
    from,
    to: maybe(0.2, () => pick(rows).created_at),
    spam: maybe(0.2, () => random() < 0.7),
    sort: pick(['newest', 'oldest', 'name', 'email']),
    limit: pick([1, 7, 50, 200]),
  })
}

describe.each(databaseKinds)('leads in %s', (kind) => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await setUpDatabase(kind)
    await test.add(rows)
  })
  afterAll(() => test.close())

  const list = (query: Partial<LeadQuery>, maxSorted?: number) =>
    listLeads(test.database, leadQuery.parse(query), undefined, maxSorted)

  it('are found by any filter, in any order, page by page', async () => {
    let found = 0
    for (let run = 0; run < 60; run++) {
      // In half of the runs, as if more leads matched than are sorted.
      const maxSorted = run % 2 === 0 ? undefined : 3
      const query = randomQuery()
      const wanted = ordered(
        rows.filter((row) => isFound(row, query)),
        query.sort,
      ).map(({ id }) => id)
      const got: string[] = []
      let next: string | null = null
      do {
        const page: Awaited<ReturnType<typeof list>> = await list(
          { ...query, ...(next && { after: next }) },
          maxSorted,
        )
        expect(page.total).toBe(wanted.length)
        got.push(...page.leads.map(({ id }) => id))
        next = page.next
      } while (next && got.length < 60)
      expect(got, JSON.stringify(query)).toEqual(wanted.slice(0, next ? got.length : undefined))
      found += wanted.length
    }
    expect(found).toBeGreaterThan(250)
  })

  it('are returned as summaries', async () => {
    const row = rows.find(({ spam, form }) => !spam && form === 'onboarding') as NewLeadRow
    const { email, full_name } = valuesOf(row)
    const { leads } = await list({ q: String(email) })
    expect(leads).toMatchObject([
      {
        id: row.id,
        form: 'onboarding',
        name: full_name,
        email,
        createdAt: row.created_at,
        language: row.language,
        status: row.status,
        delivery: row.state,
        spam: false,
        notes: 0,
        revision: 1,
      },
    ])
  })

  it('are found by hostile search texts like by any other', async () => {
    const hostile = [
      ...[`%_'"\\`, '"', '*', '^', ':', '\0', 'amina\0', '🕌', '()', '  ', '-halal', '{terms} : x'],
      ...['NEAR(halal food, 2)', 'halal AND', 'OR', 'NOT halal', 'terms:halal', 's:halal', '#1'],
      ...[
        `'; drop table lead; --`,
        'ﷺ',
        '\u202eanima',
        'halal & food | !x <-> y',
        'x'.repeat(10_000),
      ],
      Array.from({ length: 1_700 }, (_, index) => `w${index}`).join(' '),
    ]
    for (const q of hostile) {
      const wanted = rows.filter((row) => isFound(row, { q })).length
      expect((await list({ q })).total, q.slice(0, 30)).toBe(wanted)
    }
  })

  it('are not found by a search without a word, and are found by an emoji', async () => {
    for (const q of ['%', '_', `'`, '"', '\\', `%_'"\\`, '\0', '…', '+-*/']) {
      expect((await list({ q })).total, q).toBe(0)
    }
    expect((await list({ q: ' \n' })).total).toBe((await list({})).total)
    const pictured = rows.filter((row) => !row.spam && row.payload.includes('🌙'))
    expect(pictured.length).toBeGreaterThan(0)
    expect((await list({ q: '🌙' })).total).toBe(pictured.length)
  })

  it('cannot be listed after an invalid cursor', async () => {
    const { next } = await list({ limit: 1 })
    for (const after of ['', '!', 'e30', 'WyJuZXdlc3QiXQ', `${next}x`, 'W10']) {
      await expect(list({ after })).rejects.toThrow(CursorError)
    }
    await expect(list({ sort: 'oldest', after: String(next) })).rejects.toThrow(CursorError)
  })

  it('are counted by day, form, and facet', async () => {
    const real = rows.filter(({ spam }) => spam === 0)
    for (const query of [
      {},
      { from: '2025-03-01', to: '2025-05-31' },
      { from: '2025-02-11', to: '2025-02-27' },
      { from: '2025-02-28', to: '2025-11-02', form: 'onboarding' },
      { from: '2025-11-02', to: '2025-02-28' },
    ] as LeadMetricsQuery[]) {
      const { from = '0', to = '9', form } = query
      const within = real.filter(({ created_at, form: its }) => {
        const day = created_at.slice(0, 10)
        return day >= from && day <= to && (form === undefined || its === form)
      })
      const metrics = await readMetrics(test.database, query)
      const label = 'Join as a professional and offer my services'
      const countOf = (list: { value: string; leads: number }[], value: string) =>
        list.find((one) => one.value === value)?.leads ?? 0
      expect(metrics.total).toBe(within.length)
      expect(metrics.days.reduce((sum, { leads }) => sum + leads, 0)).toBe(within.length)
      expect(countOf(metrics.interests, label)).toBe(
        within.filter((row) => labelsIn(row)(label)).length,
      )
      for (const type of ['Restaurant', 'Store', 'Local service', 'Professional', 'Other']) {
        expect(countOf(metrics.businessTypes, type), type).toBe(
          within.filter((row) => typeOf(valuesOf(row).business_type) === type).length,
        )
      }
      expect(countOf(metrics.cities, 'Dearborn, MI')).toBe(
        within.filter((row) =>
          /dearborn/i.test(String(valuesOf(row).city_state ?? valuesOf(row).city)),
        ).length,
      )
      expect(metrics.contacted).toBe(
        within.filter(({ status }) => status === 'contacted' || status === 'accepted').length,
      )
      expect(metrics.timeToDeliver?.reduce((sum, { leads }) => sum + leads, 0)).toBe(
        within.filter(({ delivered_at }) => delivered_at).length,
      )
      for (const language of ['en', 'ar', 'es']) {
        expect(countOf(metrics.languages, language), language).toBe(
          within.filter((row) => row.language === language).length,
        )
      }
      const { campaigns } = await readFunnel(test.database, query)
      expect(campaigns.find(({ campaign }) => campaign === 'spring')?.stored ?? 0).toBe(
        within.filter((row) => touchOf(row).campaign === 'spring').length,
      )
    }
  })
})
