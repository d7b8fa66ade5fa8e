import { useEffect, useState } from 'react'
import { type Session, session } from './session.ts'

/** Returns the session. Undefined until the server has responded, and always undefined in a hosted project. */
export function useSession(): Session | undefined {
  const [current, setCurrent] = useState<Session>()
  useEffect(() => {
    const subscription = session.subscribe(setCurrent)
    return () => subscription.unsubscribe()
  }, [])
  return current
}
