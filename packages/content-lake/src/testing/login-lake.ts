import { afterEach, beforeEach, vi } from 'vitest'
import { type ApiRequest, requestApi } from './ask.ts'
import { type LakeFixture, startLake } from './lake-fixture.ts'
import { PASSWORD } from './people.ts'

/** Starts a lake with login before each test of a file. Returns functions that send requests to it. */
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
    { at = fixture, ...options }: ApiRequest & { at?: LakeFixture } = {},
  ) => requestApi(at, path, options)

  return {
    get fixture() {
      return fixture
    },
    ask,

    logIn: (email: unknown, password: unknown = PASSWORD, headers = {}, at = fixture) =>
      ask('auth/login', { body: { email, password }, headers, at }),

    /** Returns the status of `users/me`. */
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
