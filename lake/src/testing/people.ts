import { randomUUID } from 'node:crypto'
import { UserStore } from '../users/user-store.ts'
import type { LakeFixture } from './lake-fixture.ts'

/** The password of everybody in these tests. */
export const PASSWORD = 'a password for tests only'

/** Its hash, made at the cost that names.ts has. */
const HASH = 'scrypt$1024$8$1$c2FsdCBvZiB0aGUgdGVzdHM$RBHSqjfHgGl0PJvm9TFyMyXVPjU8cYiRUQoeBJfG-dM'

interface Somebody {
  id?: string
  name?: string
  email?: string
  role?: string
}

/** Adds a person to a lake's directory, beside the lake. */
export function addPerson(directory: string, somebody: Somebody = {}) {
  const id = somebody.id ?? `p${randomUUID().slice(0, 8)}`
  const { name = 'Ada Lovelace', role = 'administrator' } = somebody
  const person = { id, name, email: somebody.email ?? `${id}@example.com`, role }
  const store = new UserStore(directory)
  store.people.add({ ...person, password: HASH, joined: Date.now() })
  store.close()
  return person
}

/** The cookie that a response sets, as a browser sends it back. */
export function cookieOf(response: Response): string | undefined {
  return response.headers.get('set-cookie')?.split(';')[0]
}

/** Signs in as a person, a new one unless id and address are given: the headers of a page of theirs, and who it is. */
export async function signIn(
  { directory, origin, request }: Pick<LakeFixture, 'directory' | 'origin' | 'request'>,
  somebody: Somebody = {},
) {
  const { id, email } = somebody
  const person = id && email ? { id, email } : addPerson(directory, somebody)
  const response = await request('/v1/auth/login', {
    method: 'POST',
    body: JSON.stringify({ email: person.email, password: PASSWORD }),
  })
  const headers = { cookie: String(cookieOf(response)), origin }
  return { headers, id: person.id }
}
