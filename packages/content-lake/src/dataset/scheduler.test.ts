import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NAMES } from '../testing/names.ts'
import { Dataset } from './dataset.ts'
import { startScheduler } from './scheduler.ts'

const START = Date.UTC(2026, 10, 27, 9)
const author = 'ada'

/** A clock whose time only changes in tests. It can be set forward and back. */
class TestClock {
  time = START
  #timers = new Map<() => void, number>()

  now = () => this.time
  after = (milliseconds: number, call: () => void) => {
    this.#timers.set(call, milliseconds)
    return () => this.#timers.delete(call)
  }

  /** The times until the next calls. */
  get waits() {
    return [...this.#timers.values()]
  }

  /** Lets time pass. Timers fire as those of `setTimeout` do, which ignore the clock. */
  pass(milliseconds: number) {
    for (let left = milliseconds; left > 0; ) {
      const [[call, wait] = [() => {}, left]] = this.#timers
      const step = Math.min(left, Math.max(wait, 1))
      this.time += step
      left -= step
      this.#timers.delete(call)
      if (step >= wait) call()
      else this.#timers.set(call, wait - step)
    }
  }
}

let directory: string
let dataset: Dataset
let clock: TestClock
let stop: () => void

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'scheduler-'))
  clock = new TestClock()
  open()
})
afterEach(() => {
  close()
  rmSync(directory, { recursive: true })
})

function open() {
  dataset = new Dataset({ directory, ...NAMES })
  stop = startScheduler(dataset, undefined, clock)
}

function close() {
  stop()
  dataset.close()
}

const release = (name = 'r') => dataset.get(`_.releases.${name}`)
const act = (type: string, rest: object) =>
  dataset.act([{ actionType: `sanity.action.${type}`, ...rest }], { author })
const write = (_id: string, fields: object = {}) =>
  dataset.transact([{ createOrReplace: { _id, _type: 'note', ...fields } }], { author: 'eve' })

/** Creates a release that sets `n` of documents, and schedules it `inMs` from now. */
function schedule(inMs: number, { name = 'r', ids = ['a', 'b'], n = 2, fields = {} } = {}) {
  act('release.create', { releaseId: name, metadata: { releaseType: 'scheduled' } })
  for (const id of ids) write(`versions.${name}.${id}`, { n, ...fields })
  const publishAt = new Date(clock.time + inMs).toISOString()
  act('release.schedule', { releaseId: name, publishAt })
}

const values = (...ids: string[]) => ids.map((id) => dataset.get(id)?.n)

describe('the scheduler', () => {
  it('publishes a release at its time, by the person who scheduled it', () => {
    write('a', { n: 1 })
    schedule(90_000)
    clock.pass(89_999)
    expect(values('a', 'b')).toEqual([1, undefined])
    clock.pass(1)
    expect(values('a', 'b')).toEqual([2, 2])
    expect(release()).toMatchObject({ state: 'published', publishedAt: expect.any(String) })
    const [last] = dataset.history.transactions(['a'], { limit: 1, reverse: true })
    expect(last).toMatchObject({ author, id: dataset.get('b')?._rev })
    expect(clock.waits).toEqual([])
  })

  it('publishes a release once and late when its time passes during a restart', () => {
    schedule(1_000)
    close()
    clock.pass(60_000)
    open()
    clock.pass(1)
    expect(values('a', 'b')).toEqual([2, 2])
    const before = dataset.seq
    close()
    open()
    clock.pass(60_000)
    expect(dataset.seq).toBe(before)
  })

  it('follows the clock when it is set forward, within half a second', () => {
    schedule(3_600_000)
    clock.pass(1_000)
    clock.time += 3_600_000
    clock.pass(500)
    expect(release()?.state).toBe('published')
  })

  it('waits when the clock is set back, and publishes nothing again', () => {
    schedule(10_000)
    clock.time -= 3_600_000
    clock.pass(20_000)
    expect(release()?.state).toBe('scheduled')
    clock.pass(3_600_000)
    expect(release()?.state).toBe('published')
    const before = dataset.seq
    clock.time -= 3_600_000
    clock.pass(3_700_000)
    expect(dataset.seq).toBe(before)
  })

  it('publishes due releases in the order of their times', () => {
    schedule(2_000, { name: 'later', ids: ['a'], n: 3 })
    schedule(1_000, { name: 'earlier', ids: ['a'], n: 2 })
    const seen: unknown[] = []
    dataset.onTransaction(() => seen.push(dataset.get('a')?.n))
    clock.pass(5_000)
    expect([seen, release('later')?.state]).toEqual([[2, 3], 'published'])
  })

  it('follows a new time, and stops when the release is unscheduled', () => {
    schedule(10_000)
    const publishAt = new Date(clock.time + 20_000).toISOString()
    act('release.schedule', { releaseId: 'r', publishAt })
    clock.pass(15_000)
    expect(release()?.state).toBe('scheduled')
    act('release.unschedule', { releaseId: 'r' })
    clock.pass(60_000)
    expect([release()?.state, clock.waits]).toEqual(['active', []])
  })

  it('is not disturbed by a migration, which may also change locked versions', () => {
    write('a', { n: 1 })
    schedule(1_000)
    expect(() => write('versions.r.a', { n: 5 })).toThrow()
    const migrated = ['a', 'versions.r.a'].map((_id) => ({
      createOrReplace: { _id, _type: 'note', n: 7 },
    }))
    dataset.transact(migrated, { author: 'migration', unbounded: true })
    clock.pass(1_000)
    expect([values('a', 'b'), release()?.state]).toEqual([[7, 2], 'published'])
  })
})

describe('a release that cannot be published at its time', () => {
  const missing = { _type: 'reference', _ref: 'gone', _weak: true, _strengthenOnPublish: {} }
  it.each<[string, () => void, object?]>([
    ['a document was deleted', () => dataset.transact([{ delete: { id: 'a' } }], { author })],
    ['a document was published again', () => write('a', { n: 9 })],
    ['a reference points to nothing', () => {}, { to: missing }],
    [
      'a document was unpublished',
      () => act('document.unpublish', { publishedId: 'a', draftId: 'drafts.a' }),
    ],
  ])('changes nothing and shows the reason: %s', (_, disturb, fields = {}) => {
    write('a', { n: 1 })
    schedule(1_000, { ids: ['0', 'a', 'b'], fields })
    disturb()
    const before = values('0', 'a', 'b')
    clock.pass(1_000)
    expect(values('0', 'a', 'b')).toEqual(before)
    expect(release()).toMatchObject({ state: 'active', error: { message: expect.any(String) } })
    expect(release()).not.toHaveProperty('publishAt')
    expect(dataset.get('versions.r.a')).toMatchObject({ n: 2 })
    clock.pass(60_000)
    expect(release()?.state).toBe('active')

    // The editor looks at it, removes the missing reference, and schedules it again.
    for (const id of ['0', 'a', 'b']) write(`versions.r.${id}`, { n: 3 })
    act('release.schedule', { releaseId: 'r', publishAt: new Date(clock.time + 1).toISOString() })
    expect(release()).not.toHaveProperty('error')
    clock.pass(10)
    expect(values('0', 'a', 'b')).toEqual([3, 3, 3])
  })

  it('does not stop the next release', () => {
    schedule(1_000, { ids: ['a'], fields: { to: missing } })
    schedule(1_000, { name: 'second', ids: ['b'] })
    clock.pass(2_000)
    expect([release()?.state, release('second')?.state]).toEqual(['active', 'published'])
  })

  it('is tried again after an error of the database', () => {
    schedule(1_000)
    const change = dataset.change.bind(dataset)
    let failures = 2
    dataset.change = (...args) => {
      if (failures-- > 0) throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' })
      change(...args)
    }
    clock.pass(9_000)
    expect(release()?.state).toBe('scheduled')
    clock.pass(3_000)
    expect(release()?.state).toBe('published')
  })
})
