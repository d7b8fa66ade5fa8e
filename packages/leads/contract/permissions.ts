/** Permissions of staff for leads and the site. The Content Lake guards content itself, by the same roles. */
export const permissions = [
  'leads:read',
  'leads:change',
  'leads:export',
  'leads:erase',
  'waves:send',
  'preview:share',
] as const
/** A permission of a staff member. */
export type Permission = (typeof permissions)[number]

/** A role of staff members. The names are Sanity's where Sanity has the role. */
export type Role = 'administrator' | 'editor' | 'author' | 'leads' | 'viewer'

const byRole: Readonly<Record<Role, readonly Permission[]>> = {
  administrator: permissions,
  editor: ['preview:share'],
  author: ['preview:share'],
  leads: ['leads:read', 'leads:change', 'leads:export', 'leads:erase', 'waves:send'],
  viewer: [],
}

/** Returns the name of a role without its limit: `author` for `author:ar`, an author for one language. */
export const unlimited = (role: string): string => role.split(':')[0] ?? ''

/** Returns the permissions of roles together; none for unknown roles. */
export function permissionsOf(roles: readonly string[]): readonly Permission[] {
  const names = roles.map(unlimited)
  const granted = Object.entries(byRole).filter(([role]) => names.includes(role))
  return permissions.filter((one) => granted.some(([, permitted]) => permitted.includes(one)))
}

/** The person who acts on leads, as recorded in the audit log. */
export interface Actor {
  /** Id of the staff member in the Content Lake or Sanity; `system` for automatic actions of the site. */
  id: string
  /** The person's name at that time. */
  name: string
}

/** The actor of automatic actions. */
export const system: Actor = { id: 'system', name: 'Halvi' }

/** The actor of what applicants change on their own page. */
export const applicant: Actor = { id: 'applicant', name: 'Applicant' }

/** The actor of the operators' commands. */
export const operator: Actor = { id: 'operator', name: 'Command line' }
