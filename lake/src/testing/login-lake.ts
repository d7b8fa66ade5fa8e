import { afterEach, beforeEach, vi } from 'vitest'
import { type AskOptions, askOf } from './ask.ts'
import { type LakeFixture, startLake } from './lake-fixture.ts'
import { PASSWORD } from './people.ts'

/** A lake that people sign in to, a new one for each test of a file, and what is asked of it. */
export function loginLake() {
  let fixture: LakeFixture
  beforeEach(async () => {
    fixture = await startLake({ login: { password: PASSWORD } })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await fixture.close()
  })

  const ask = (
    path: string,
    { at = fixture, ...options }: AskOptions & { at?: LakeFixture } = {},
  ) => askOf(at, path, options)

  return {
    get fixture() {
      return fixture
    },
    ask,

    logIn: (email: unknown, password: unknown = PASSWORD, headers = {}, at = fixture) =>
      ask('auth/login', { body: { email, password }, headers, at }),

    /** The status of that question. */
    whoAmI: async (headers: Record<string, string>, at = fixture) =>
      (await ask('users/me', { headers, at })).status,

    mutate: (headers: Record<string, string>, at = fixture) =>
      ask('data/mutate/production', {
        body: { mutations: [{ createIfNotExists: { _id: 'a', _type: 'note' } }] },
        headers,
        at,
      }),
  }
}
