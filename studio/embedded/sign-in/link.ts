import { BehaviorSubject } from 'rxjs'

/** A link that signs a person in without a password: a setup link, an invitation, or a password reset. */
export interface SignInLink {
  kind: string
  token: string
}

/** The link that opened this page, until it is used or dismissed. */
export const signInLink = new BehaviorSubject<SignInLink | undefined>(undefined)

/**
 * Stores the link and removes its token from the page's URL, so that it is neither visible nor in the browser history.
 * The token is in the URL's fragment, which browsers never send to a server.
 */
export function takeSignInLink(): void {
  const [, kind, token] = /^#(setup|invitation|reset)=([\w-]{20,100})$/.exec(location.hash) ?? []
  if (!kind || !token) return
  history.replaceState(history.state, '', location.pathname + location.search)
  signInLink.next({ kind, token })
}
