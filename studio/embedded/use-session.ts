import { useEffect, useState } from 'react'
import { type Session, session } from './session.ts'

/** Returns who works here; undefined until the server has said so, and in a hosted project. */
export function useSession(): Session | undefined {
  const [current, setCurrent] = useState<Session>()
  useEffect(() => {
    const subscription = session.subscribe(setCurrent)
    return () => subscription.unsubscribe()
  }, [])
  return current
}
