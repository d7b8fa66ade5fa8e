import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/**
 * Asks for figures again when leads have changed (`version`, of `useChanges`), but not before those that are on their
 * way have come: else they would never be seen where they take long and leads change all the time.
 */
export function useFreshFigures(
  { isFetching, refetch }: Pick<UseQueryResult, 'isFetching' | 'refetch'>,
  version: number | undefined,
): void {
  const seen = useRef(version)
  useEffect(() => {
    if (isFetching || seen.current === version) return
    seen.current = version
    void refetch()
  }, [version, isFetching, refetch])
}
