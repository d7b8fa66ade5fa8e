/** What somebody who works here may do. Content is guarded by the Content Lake, by the same roles. */
export const permissions = [
  'leads:read',
  'leads:change',
  'leads:export',
  'leads:erase',
  'retention:change',
  'audit:read',
  'launch:read',
  'preview:share',
] as const
export type Permission = (typeof permissions)[number]

/** A role of somebody who works here; the names are Sanity's own where Sanity has one. */
export type Role = 'administrator' | 'editor' | 'leads' | 'viewer'

const ofRoles: Readonly<Record<Role, readonly Permission[]>> = {
  administrator: permissions,
  editor: ['preview:share'],
  leads: ['leads:read', 'leads:change', 'leads:export', 'leads:erase'],
  viewer: [],
}

/** What a role may do; nothing where the role is unknown. */
export function permissionsOf(role: string): readonly Permission[] {
  return Object.hasOwn(ofRoles, role) ? ofRoles[role as Role] : []
}

/** Who does something with leads, for the log of what was done. */
export interface Actor {
  /** The Content Lake's or Sanity's id of the person; `system` for what the site does by itself. */
  id: string
  /** As the person was called then. */
  name: string
}

/** The site itself. */
export const system: Actor = { id: 'system', name: 'Halvi' }

/** Whoever runs the commands for operators. */
export const operator: Actor = { id: 'operator', name: 'Command line' }
