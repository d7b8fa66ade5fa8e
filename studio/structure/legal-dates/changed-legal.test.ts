import type { SanityDocument } from 'sanity'
import { expect, it } from 'vitest'
import { readSeedOriginals } from '../../../seed/documents.ts'
import { changedLegal, type LegalPage } from './changed-legal.ts'

const documents = readSeedOriginals() as unknown as SanityDocument[]
const legal = documents.filter(({ _type }) => _type === 'legalPage') as LegalPage[]
const settings = documents.find(({ _type }) => _type === 'siteSettings') as SanityDocument & {
  launch: object
  offer: object
}
const now = Date.parse('2025-04-01T12:00:00Z')
const changed = (change: object, pages = legal) =>
  changedLegal(pages, settings, { ...settings, ...change }, now).map(({ _id }) => _id)

it.each([
  ['another month', { launch: { ...settings.launch, month: '2026-06-01' } }, ['legal-terms']],
  ['a day', { launch: { ...settings.launch, date: '2025-05-14' } }, ['legal-terms']],
  ['the status Open', { launch: { ...settings.launch, status: 'open' } }, ['legal-terms']],
  ['another deadline', { offer: { ...settings.offer, deadline: '2025-10-15' } }, ['legal-terms']],
  ['another minimum', { payouts: { minimum: 75, schedule: 'monthly' } }, ['legal-terms']],
  [
    'another email address',
    { contact: { email: 'a@halvi.com', responseTime: 'within 24 hours' } },
    ['legal-terms', 'legal-privacy'],
  ],
  ['no change', {}, []],
  ['another slogan', { slogan: 'Another one' }, []],
  ['another place', { launch: { ...settings.launch, place: settings.place } }, ['legal-terms']],
])('finds the legal pages that change with %s', (_what, change, expected) => {
  expect(changed(change).sort()).toEqual([...expected].sort())
})

it('finds the legal pages that change with programs and branches', () => {
  const insert = { _type: 'programFact', fact: 'startsAt', program: { _ref: 'p' } }
  const range = { _type: 'commissionRange', branch: { _ref: 'b' } }
  const pages = [insert, range].map((child, index) => ({
    ...{ _id: `legal-${index}`, _type: 'legalPage', body: [{ children: [child] }] },
  })) as unknown as LegalPage[]
  const program = { _id: 'p', _type: 'affiliateProgram', challenge: { startsAt: 'a' } }
  const branch = { _id: 'b', _type: 'branch', commission: { low: 5, high: 10 } }
  const found = (before: object, after: object) =>
    changedLegal(pages, before as SanityDocument, after as SanityDocument, now).map(
      ({ _id }) => _id,
    )
  expect(found(program, { ...program, _id: 'drafts.p', challenge: { startsAt: 'b' } })).toEqual([
    'legal-0',
  ])
  expect(found(branch, { ...branch, commission: { low: 6, high: 10 } })).toEqual(['legal-1'])
  expect(found(branch, { ...branch, name: 'Another' })).toEqual([])
  expect(found(program, { ...program, rate: 5 })).toEqual([])
})
