import type { Request } from 'express'
import type { Actor, Permission } from 'halvi-leads/permissions'

/** A staff member, as identified by a request. */
export interface Member extends Actor {
  /** The address of the account, which comes from an invitation or from Sanity; empty if unknown. */
  email: string
  roles: readonly string[]
  permissions: readonly Permission[]
  /**
   * Whether the password was entered within the last 12 hours. Always true with Sanity, which has its own sign-in.
   */
  isRecent: boolean
}

/** Identifies staff members and returns their names. */
export interface Staff {
  /** Whether a cookie identifies the staff member, which also works for links. */
  readonly byCookie: boolean
  /**
   * Returns the staff member who sent a request, or undefined.
   *
   * @throws ProblemError when the check is not possible
   */
  memberOf(request: Request): Promise<Member | undefined>
  /** Returns the name of a current or former staff member, or undefined for an unknown id. */
  nameOf(id: string): string | undefined
  /** Resolves to whether a person currently has a permission. Resolves to true if that can't be checked. */
  may(id: string, permission: Permission): Promise<boolean>
  /** Resolves to the staff members who may read leads, sorted by name. They can own leads. */
  people(): Promise<Actor[]>
}
