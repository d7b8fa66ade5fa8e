import type { Request } from 'express'
import type { Actor, Permission } from 'halvi-leads/permissions'

/** Somebody who works here, as a request has proved. */
export interface Member extends Actor {
  role: string
  permissions: readonly Permission[]
  /** Whether the password was given within the last 12 hours, or is Sanity's to ask for. */
  isRecent: boolean
}

/** Who works here: tells who asks, and what everybody is called. */
export interface Staff {
  /** Whether the browser proves by a cookie who it is, as it does when it follows a link. */
  readonly byCookie: boolean
  /** Returns the person who sent a request, else undefined. @throws ProblemError when it can't be found out */
  memberOf(request: Request): Promise<Member | undefined>
  /** What somebody is called, or was when they left; undefined for one who was never known here. */
  nameOf(id: string): string | undefined
  /** Whether somebody is known to work here, and has not left. */
  worksHere(id: string): boolean
  /** Resolves to whether somebody may share previews now, as far as that can be found out. */
  maySharePreviews(id: string): Promise<boolean>
  /** Those who may read leads, by name: a lead can be given to them. */
  people(): Promise<Actor[]>
}
