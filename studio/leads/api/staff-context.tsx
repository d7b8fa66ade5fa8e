import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { useClient } from 'sanity'
import { readConnection } from '../../connection.ts'
import { outlastingSession } from '../../embedded/session.ts'
import { type StaffRequest, staffRequest } from './staff-request.ts'

const StaffContext = createContext<StaffRequest | undefined>(undefined)

/** Lets what it surrounds ask the API as the person who is signed in. */
export function StaffProvider({ children }: { children: ReactNode }) {
  const { token } = useClient({ apiVersion: '2025-02-19' }).config()
  const request = useMemo(
    () =>
      readConnection().hosted
        ? staffRequest({ token, outlastingSession: (send) => send() })
        : staffRequest({ token: undefined, outlastingSession }),
    [token],
  )
  return <StaffContext value={request}>{children}</StaffContext>
}

/** Asks the API for staff. */
export function useStaff(): StaffRequest {
  const request = useContext(StaffContext)
  if (!request) throw new Error('useStaff is called outside of StaffProvider')
  return request
}
