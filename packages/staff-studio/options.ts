import { createContext, useContext } from 'react'
import type { Observable } from 'rxjs'

/** The accounts of a site that signs people in itself. */
interface Accounts {
  /** Sends a request. If the session has ended, sends it again after the user has signed in. */
  retryAfterSignIn<T>(send: () => Observable<T>): Observable<T>
  /** Returns whether the session has ended, and the Studio waits for the user to sign in again. A React hook. */
  useIsExpired(): boolean
}

/** A language of the site's content: its code and its English name. */
interface Language {
  id: string
  title: string
}

/** The parts of the site that the plugin needs. */
export interface StaffOptions {
  /** The site's accounts. Without them, people sign in at Sanity, which also manages them. */
  accounts?: Accounts
  /** Returns the languages that an author can be limited to. A React hook. */
  useLanguages?(): readonly Language[]
  /** Returns the text of a reply template for an applicant, with their values instead of names in braces. */
  fillTemplate(text: string, applicant: { name: string; reference: string }): string
}

const OptionsContext = createContext<StaffOptions | undefined>(undefined)

/** Provides the options of the plugin to the whole Studio. */
export const OptionsProvider = OptionsContext.Provider

const isNeverExpired = () => false
const useNoLanguages = () => []

/** Returns the options of the plugin. @throws Error if the plugin is not in the Studio's configuration */
export function useStaffOptions() {
  const options = useContext(OptionsContext)
  if (!options) throw new Error('The plugin staffStudio is missing in the Studio’s configuration')
  const { accounts, useLanguages = useNoLanguages, fillTemplate } = options
  const { retryAfterSignIn, useIsExpired = isNeverExpired } = accounts ?? {}
  return { fillTemplate, useLanguages, retryAfterSignIn, useIsExpired }
}
