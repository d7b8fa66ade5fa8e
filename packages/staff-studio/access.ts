import { type Permission, permissionsOf, unlimited } from 'halvi-leads/permissions'
import type { CurrentUser } from 'sanity'

/** Returns whether a user has a permission. */
export const may = (user: CurrentUser | null, permission: Permission) =>
  permissionsOf(user?.roles.map(({ name }) => name) ?? []).includes(permission)

/** Roles that only read content. */
const readers = ['viewer', 'leads']

/** Roles that only read or write drafts. A hosted project names the latter contributor. */
const cannotPublish = [...readers, 'author', 'contributor']

/** Returns whether a user may edit content. The Content Lake decides; this only chooses what the Studio offers. */
export const mayEdit = (user: CurrentUser | null) =>
  user?.roles.some(({ name }) => !readers.includes(name)) ?? false

/** Returns whether a user works with leads only. */
export const worksOnLeadsOnly = (user: CurrentUser | null) =>
  may(user, 'leads:read') && !mayEdit(user)

/** Returns whether a user may publish content and schedule it. */
export const mayPublish = (user: Omit<CurrentUser, 'role'> | null) =>
  user?.roles.some(({ name }) => !cannotPublish.includes(unlimited(name))) ?? false
