import { mayEdit } from 'halvi-staff-studio'
import type { ReactNode } from 'react'
import { useCurrentUser } from 'sanity'
import { TasksEnabledContext } from 'sanity/_singletons'

const off = { enabled: false, mode: null } as const

/**
 * Hides Sanity's tasks from people who only read. Tasks are stored where they can't write. Sanity's own setting applies
 * to everyone, because the Studio reads it before it knows the user.
 */
export function TasksForWriters({ children }: { children: ReactNode }) {
  const user = useCurrentUser()
  if (mayEdit(user)) return children
  return <TasksEnabledContext.Provider value={off}>{children}</TasksEnabledContext.Provider>
}
