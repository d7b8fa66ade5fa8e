import { useState } from 'react'
import { useStaff } from './api/staff-context.tsx'
import { StaffError } from './api/staff-request.ts'
import { Failure } from './failure.tsx'

interface RefusedProps {
  refusal: StaffError
  /** Leads may be seen (again). */
  onAllowed(): void
}

/** In place of leads for those whom the server refuses them. */
export function Refused({ refusal, onAllowed }: RefusedProps) {
  const request = useStaff()
  const [error, setError] = useState<unknown>(refusal)
  const isForbidden = error instanceof StaffError && error.statusCode === 403
  return (
    <Failure
      error={error}
      message={isForbidden ? 'You may not see leads any more.' : undefined}
      retry={() => void request('changes').then(onAllowed, setError)}
    />
  )
}
