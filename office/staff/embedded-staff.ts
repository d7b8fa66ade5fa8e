import { permissionsOf } from 'halvi-leads/permissions'
import type { Lake } from 'local-content-lake'
import type { Staff } from './member.ts'

/** Returns the staff of the embedded Studio, who are identified by the Studio's session cookie. */
export function embeddedStaff(lake: Pick<Lake, 'sessionOf' | 'profiles'>): Staff {
  const working = () => lake.profiles().filter(({ removed }) => !removed)
  return {
    byCookie: true,
    async memberOf(request) {
      const session = lake.sessionOf(request)
      if (!session) return undefined
      const { user, isRecent } = session
      return { ...user, permissions: permissionsOf(user.roles), isRecent }
    },
    nameOf: (id) => lake.profiles().find((person) => person.id === id)?.name,
    may: async (id, permission) =>
      working().some(
        (person) => person.id === id && permissionsOf(person.roles).includes(permission),
      ),
    people: async () =>
      working()
        .filter(({ roles }) => permissionsOf(roles).includes('leads:read'))
        .map(({ id, name }) => ({ id, name }))
        .sort((one, other) => one.name.localeCompare(other.name)),
  }
}
