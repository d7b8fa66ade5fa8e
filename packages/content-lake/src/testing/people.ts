import { randomUUID } from 'node:crypto'
import { UserStore } from '../users/user-store.ts'
import type { LakeFixture } from './lake-fixture.ts'

/** The password of all people in these tests. */
export const PASSWORD = 'a password for tests only'

/** The hash of `PASSWORD`, with the cost in names.ts. */
const HASH = 'scrypt$1024$8$1$c2FsdCBvZiB0aGUgdGVzdHM$RBHSqjfHgGl0PJvm9TFyMyXVPjU8cYiRUQoeBJfG-dM'

interface PersonInput {
  id?: string
  name?: string
  email?: string
  role?: string
}

/** Adds a person directly to the database of a lake. */
export function addPerson(directory: string, somebody: PersonInput = {}) {
  const id = somebody.id ?? `p${randomUUID().slice(0, 8)}`
  const { name = 'Ada Lovelace', role = 'administrator' } = somebody
  const person = { id, name, email: somebody.email ?? `${id}@example.com`, role }
  const store = new UserStore(directory)
  store.people.add({ ...person, password: HASH, joined: Date.now() })
  store.close()
  return person
}

/** Returns the cookie that a response sets, in the form in which a browser sends it back. */
export function cookieOf(response: Response): string | undefined {
  return response.headers.get('set-cookie')?.split(';')[0]
}

/**
 * Signs in as a person, a new one unless id and address are given. Returns the person's id and the headers of a
 * request from a page of this origin.
 */
export async function signIn(
  { directory, origin, request }: Pick<LakeFixture, 'directory' | 'origin' | 'request'>,
  somebody: PersonInput = {},
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
