import { hashToken } from '../users/secret-token.ts'
import { UserStore } from '../users/user-store.ts'
import type { LakeFixture } from './lake-fixture.ts'
import { signIn } from './people.ts'

/**
 * Returns the headers of clients without a valid session, as on a page of the lake's own origin. All except `nobody`
 * were signed in as administrators.
 */
export async function strangersOf(lake: Pick<LakeFixture, 'directory' | 'origin' | 'request'>) {
  const present = await signIn(lake)
  const removed = await signIn(lake)
  const ended = await signIn(lake)
  const expired = await signIn(lake)
  const post = async (path: string, headers: Record<string, string>) => {
    const { status } = await lake.request(`/v1/${path}`, { method: 'POST', headers, body: '{}' })
    if (status !== 200) throw new Error(`${path}: ${status}`)
  }
  await post(`people/${removed.id}/remove`, present.headers)
  await post('auth/logout', ended.headers)
  const store = new UserStore(lake.directory)
  const now = Date.now()
  store.sessions.setUsed(hashToken(expired.headers.cookie), now, now - 1)
  store.close()
  return {
    nobody: {},
    forged: { ...present.headers, cookie: `${present.headers.cookie.slice(0, -4)}AAAA` },
    expired: expired.headers,
    ended: ended.headers,
    removed: removed.headers,
  }
}
