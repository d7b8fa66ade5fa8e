/** A person who works here, or did. */
export interface Person {
  /** As Sanity's: `p` and letters and digits. */
  id: string
  name: string
  /** Empty once removed. */
  email: string
  role: string
  /** Nobody can sign in as them any more; their name stays for what they have done. */
  removed: boolean
}

/** Who is signed in with a browser. */
export interface SignedIn {
  user: Pick<Person, 'id' | 'name' | 'email' | 'role'>
  /** Tells a person's sessions apart; nobody can sign in with it. */
  sessionId: string
  /** Was the password given within the last 12 hours? */
  isRecent: boolean
  /** Is it still so? Not once the session has ended, or the person was removed or has another role. */
  isCurrent: () => boolean
}

/** Who does something with accounts: a person, the token, or a command of the server's. */
export interface Actor {
  id: string
  name: string
}
