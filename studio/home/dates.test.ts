import { describe, expect, it } from 'vitest'
import { authorsOf, versionsOf } from './content.ts'
import { upcomingDates } from './dates.ts'

const now = Date.parse('2026-06-01T12:00:00Z')
const settings = (launch: object, offer: object) => ({ timeZone: 'UTC', launch, offer })

describe('the dates of the start screen', () => {
  it('are those that have passed or pass within 60 days, in order', () => {
    const programs = [
      { _id: 'running', challenge: { startsAt: '2026-05-30T12:00:00Z', days: 5 } },
      { _id: 'later', challenge: { startsAt: '2026-12-01T12:00:00Z', days: 5 } },
    ]
    const content = {
      settings: settings({ month: '2026-06' }, { deadline: '2026-05-01' }),
      programs,
    }
    expect(
      upcomingDates(content, now).map(({ title, changesAt, field }) => [
        title,
        changesAt && new Date(changesAt).toISOString(),
        field.id,
      ]),
    ).toEqual([
      ['Deadline of the offer', undefined, 'siteSettings'],
      ['End of the challenge', '2026-06-04T12:00:00.000Z', 'running'],
      ['Launch', '2026-07-01T00:00:00.000Z', 'siteSettings'],
    ])
  })

  it('are not listed if staff have set the status, or if content is missing or wrong', () => {
    const open = settings({ month: '2020-01', status: 'open' }, { deadline: 'x', status: 'ended' })
    for (const content of [
      { settings: null, programs: [] },
      { settings: open, programs: [{ _id: 'a', challenge: { startsAt: 'soon', days: null } }] },
    ]) {
      expect(upcomingDates(content, now)).toEqual([])
    }
  })
})

it('finds the last author of each document', () => {
  const line = (author: string, ...documentIDs: string[]) => JSON.stringify({ author, documentIDs })
  const transactions = [line('b', 'drafts.x'), line('a', 'drafts.y', 'drafts.x'), ''].join('\n')
  expect([...authorsOf(transactions)]).toEqual([
    ['drafts.x', 'b'],
    ['drafts.y', 'a'],
  ])
  expect(authorsOf('').size).toBe(0)
})

it('finds the documents of a release, but not of one whose name starts alike', () => {
  const document = (_id: string) =>
    ({ _id, _type: 't' }) as Parameters<typeof versionsOf>[1][number]
  const versions = [document('versions.r1.a'), document('versions.r11.a')]
  expect(versionsOf({ _id: '_.releases.r1', name: 'r1' }, versions)).toEqual([versions[0]])
})
