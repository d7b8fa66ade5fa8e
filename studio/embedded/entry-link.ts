import { BehaviorSubject } from 'rxjs'

/** What leads into the Studio besides a password: the server's own link, an invitation, a reset. */
export interface EntryLink {
  kind: 'setup' | 'invitation' | 'reset'
  token: string
}

const shape = /^#(setup|invitation|reset)=([\w-]{20,100})$/

/** The link that has led here, until it has been used or put away. */
export const entryLink = new BehaviorSubject<EntryLink | undefined>(undefined)

/**
 * Takes the link out of the address, where the history keeps it and people see it.
 * It stands in the fragment, which a browser sends to nobody.
 */
export function takeEntryLink(): void {
  const take = () => {
    const [, kind, token] = shape.exec(location.hash) ?? []
    if (!kind || !token) return
    history.replaceState(history.state, '', location.pathname + location.search)
    entryLink.next({ kind: kind as EntryLink['kind'], token })
  }
  take()
  // Opened where the Studio is open already.
  addEventListener('hashchange', take)
}
