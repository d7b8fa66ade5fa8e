import { httpError } from '../errors/errors.ts'
import { AccountLinks, type CreatedLink, gone } from './account-links.ts'
import { readEmail, readName } from './account-rules.ts'
import type { PersonRow } from './people-table.ts'
import { randomId } from './secret-token.ts'
import {
  type AccountAction,
  type AccountEvent,
  type Actor,
  DEFAULT_ROLES,
  type InvitationMail,
  type Permissions,
  type Person,
  PROGRAMS,
  permissionsIn,
  type Role,
  roleNamed,
  rolesNamed,
  TOKEN_USER,
} from './user.ts'
import type { UserStore } from './user-store.ts'

const MAX_PEOPLE = 1_000
const MAX_INVITATIONS = 200

interface AccountsOptions {
  store: UserStore
  roles?: readonly Role[] | undefined
  productNames?: readonly string[] | undefined
  onEvent?: ((event: AccountEvent) => void) | undefined
  mailInvitation?: ((invitation: InvitationMail) => Promise<boolean>) | undefined
}

/**
 * Manages people and their accounts. Callers must check that the actor `by` has permission. The messages of its
 * `LakeError`s are shown to users.
 */
export class Accounts {
  readonly roles: readonly Role[]
  readonly store: UserStore
  /** The links by which people join and set new passwords. */
  readonly links: AccountLinks
  /** Reserved names: nobody may use them as a name, and passwords must not be built from them. */
  readonly productNames: readonly string[]
  readonly #onEvent: (event: AccountEvent) => void
  /** Resolves to whether an invitation is sent by mail. */
  readonly mailInvitation: (invitation: InvitationMail) => Promise<boolean>
  onSessionsEnded = () => {}

  constructor(options: AccountsOptions) {
    const { store, roles = DEFAULT_ROLES, productNames = [], onEvent = () => {} } = options
    if (!roles.some((role) => role.managesPeople)) {
      throw new Error('One of the roles must manage people')
    }
    this.store = store
    this.links = new AccountLinks(store)
    this.roles = roles
    this.productNames = productNames
    this.#onEvent = onEvent
    this.mailInvitation = options.mailInvitation ?? (async () => false)
  }

  /** Reports an account event to `onEvent`. */
  report(
    action: AccountAction,
    by?: Actor,
    subject?: string,
    detail?: AccountEvent['detail'],
  ): void {
    const about = { ...(subject !== undefined && { subject }), ...(detail && { detail }) }
    this.#onEvent({ action, by: by && { id: by.id, name: by.name }, ...about })
  }

  /** Returns the roles in a row of the store, which commas separate. */
  rolesOf({ role }: Pick<PersonRow, 'role'>): Role[] {
    return rolesNamed(this.roles, role)
  }

  /** Returns what the roles in a row of the store permit together. */
  permissionsOf(row: Pick<PersonRow, 'role'>): Permissions {
    return permissionsIn(this.rolesOf(row))
  }

  /** Whether nobody manages people. Then the setup password creates the first account. */
  get needsSetup(): boolean {
    return this.#managers() === 0
  }

  profiles(): Person[] {
    return this.store.people.all().map(({ id, name, email, role, removed }) => ({
      ...{ id, name, email, roles: role.split(',') },
      removed: removed !== null,
    }))
  }

  /** Returns the current people who may write content. */
  writers(): Person[] {
    return this.profiles().filter(
      ({ roles, removed }) =>
        !removed && this.permissionsOf({ role: roles.join(',') }).writesContent,
    )
  }

  /** Returns the name of a person by id. For unknown authors, returns the id. */
  nameOf(id: string): string {
    const known = [TOKEN_USER, ...PROGRAMS].find((user) => user.id === id)
    return this.store.people.byId(id)?.name ?? known?.name ?? id
  }

  /** Adds the first person, with the first role that manages people. `password` is a hash. */
  addFirst(given: { name: string; email: string; password: string }): PersonRow {
    const role = this.roles.find(({ managesPeople }) => managesPeople)?.name ?? ''
    const person = this.store.transaction(() => {
      if (!this.needsSetup) throw gone('An administrator account exists already. Sign in instead')
      return this.#add({ ...given, role })
    })
    this.report('person.joined', person, person.id, { roles: [role] })
    return person
  }

  /** Invites an email address. Revokes an earlier invitation of the same address. */
  invite(email: unknown, roles: unknown, by: Actor): CreatedLink & { email: string } {
    const about = { email: readEmail(email), role: this.#readRoles(roles), person: null }
    const { links } = this.store
    const link = this.store.eraseInTransaction(() => {
      this.#assertAddressFree(about.email)
      links.revokeInvitationsOf(about.email)
      if (links.openInvitations().length >= MAX_INVITATIONS) {
        throw httpError(
          409,
          `There are already ${MAX_INVITATIONS} open invitations. Revoke some first`,
        )
      }
      return this.links.create('invitation', about, by)
    })
    this.report('person.invited', by, link.id, { roles: about.role.split(',') })
    return { ...link, email: about.email }
  }

  revokeInvitation(id: string, by: Actor): void {
    this.store.eraseInTransaction(() => {
      const link = this.store.links.byId(id)
      if (link?.kind !== 'invitation' || !this.store.links.revoke(id)) {
        throw httpError(404, 'Invitation not found')
      }
    })
    this.report('person.invitation-revoked', by, id)
  }

  /**
   * Creates an account from an invitation. `password` is a hash. Throws as `AccountLinks.open` does, and 409 if the address
   * has an account.
   */
  join(token: string, given: { name: string; password: string }): PersonRow {
    const { id: invitation, email, role } = this.links.open(token, 'invitation')
    const person = this.store.eraseInTransaction(() => {
      this.links.open(token, 'invitation')
      this.store.links.use(invitation)
      return this.#add({ ...given, email, role })
    })
    this.report('person.joined', person, person.id, { roles: person.role.split(','), invitation })
    return person
  }

  setRoles(id: string, roles: unknown, by: Actor): void {
    const chosen = this.#readRoles(roles)
    const before = this.store.eraseInTransaction(() => {
      const person = this.#current(id)
      if (person.role === chosen) return chosen
      if (!this.permissionsOf({ role: chosen }).managesPeople) {
        this.#keepOneManager(person)
        this.store.links.revokeMadeBy(id)
      }
      this.store.people.set(id, 'role', chosen)
      this.store.sessions.endOthers(id)
      return person.role
    })
    if (before === chosen) return
    const change = { from: before.split(','), to: chosen.split(',') }
    this.report('person.roles-changed', by, id, change)
    this.onSessionsEnded()
  }

  /** Removes a person and deletes their personal data except the name. */
  remove(id: string, by: Actor): void {
    const { sessions, links, settings, people } = this.store
    this.store.eraseInTransaction(() => {
      const person = this.#current(id)
      this.#keepOneManager(person)
      sessions.endOthers(id)
      links.revokeMadeBy(id)
      links.revokeResetsOf(id)
      links.deleteInvitationsOf(person.email)
      settings.remove(id)
      people.remove(id, Date.now())
    })
    this.report('person.removed', by, id)
    this.onSessionsEnded()
  }

  /** Creates a link with which a person sets a new password. The current password stays valid until then. */
  reset(id: string, by: Actor): CreatedLink {
    const link = this.store.eraseInTransaction(() => {
      const { role } = this.#current(id)
      this.store.links.revokeResetsOf(id)
      return this.links.create('reset', { email: '', role, person: id }, by)
    })
    this.report('person.reset', by, id)
    return link
  }

  /** Uses a reset link and ends the person's sessions. `password` is the hash of the new password. */
  useReset(token: string, password: string): PersonRow {
    const person = this.store.eraseInTransaction(() => {
      const found = this.links.openReset(token)
      this.store.links.use(found.link.id)
      this.store.people.set(found.person.id, 'password', password)
      this.store.sessions.endOthers(found.person.id)
      return found.person
    })
    const { id } = person
    this.report('person.password-changed', person, id, { by: 'link' })
    this.onSessionsEnded()
    return person
  }

  rename(id: string, name: unknown): void {
    const chosen = readName(name, this.productNames)
    const person = this.store.transaction(() => {
      this.store.people.set(id, 'name', chosen)
      return this.#current(id)
    })
    this.report('person.renamed', person, id)
  }

  /** Changes a person's password and ends their other sessions. `password` is a hash. */
  setPassword(id: string, password: string, session: string): void {
    const person = this.store.eraseInTransaction(() => {
      this.store.people.set(id, 'password', password)
      this.store.links.revokeResetsOf(id)
      this.store.sessions.endOthers(id, session)
      return this.#current(id)
    })
    this.report('person.password-changed', person, id)
    this.onSessionsEnded()
  }

  #add(given: Pick<PersonRow, 'name' | 'email' | 'role' | 'password'>): PersonRow {
    if (this.store.people.all().length >= MAX_PEOPLE) {
      throw httpError(409, `The limit of ${MAX_PEOPLE} people is reached`)
    }
    this.#assertAddressFree(given.email)
    const id = `p${randomId()}`
    const person = { ...given, id, joined: Date.now() }
    this.store.people.add(person)
    return { ...person, removed: null, seen: null }
  }

  #current(id: string): PersonRow {
    const person = this.store.people.byId(id)
    if (!person || person.removed !== null) throw httpError(404, 'Person not found')
    return person
  }

  #assertAddressFree(email: string): void {
    const found = this.store.people.byEmail(email)
    if (found) throw httpError(409, 'This email address already has an account')
  }

  /** Returns names of roles in the form in which they are stored. */
  #readRoles(roles: unknown): string {
    const known = this.roles.map(({ name }) => name)
    const given: unknown[] = Array.isArray(roles) ? [...new Set(roles)] : []
    const names = given.filter((name) => typeof name === 'string')
    const isKnown = (name: string) => roleNamed(this.roles, name) !== undefined
    if (given.length > 0 && names.length === given.length && names.every(isKnown)) {
      return known.flatMap((name) => names.filter((one) => one.split(':')[0] === name)).join(',')
    }
    throw httpError(400, `The roles must be among ${known.join(', ')}`)
  }

  #managers(): number {
    const isManager = (person: PersonRow) =>
      person.removed === null && this.permissionsOf(person).managesPeople
    return this.store.people.all().filter(isManager).length
  }

  #keepOneManager(person: PersonRow): void {
    if (this.permissionsOf(person).managesPeople && this.#managers() === 1) {
      throw httpError(
        409,
        'At least one person must manage people. Give another person that role first',
      )
    }
  }
}
