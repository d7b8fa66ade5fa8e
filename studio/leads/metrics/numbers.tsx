import { Box, Card, Stack, Text } from '@sanity/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'

/** A part of the metrics, with its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card padding={4} radius={3} border>
      <Stack space={4}>
        <Text as="h2" size={2} weight="semibold">
          {title}
        </Text>
        {children}
      </Stack>
    </Card>
  )
}

/** A region that may be wider or higher than its place, and is scrolled by keys, too. */
export function Scrolling({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box role="region" aria-label={title} tabIndex={0} overflow="auto" style={{ maxHeight: 400 }}>
      {children}
    </Box>
  )
}

/** Returns a number for people: `1,234`. */
export const numberText = (value: number) => value.toLocaleString('en-US')

/** Returns a share such as `12.5%`; a dash of nothing. */
export function shareText(part: number, whole: number): string {
  if (whole === 0) return '–'
  return (part / whole).toLocaleString('en-US', { style: 'percent', maximumFractionDigits: 1 })
}

/**
 * Loads metrics again when leads have changed (`version`, of `useChanges`), but not before those that are on their
 * way have come: else they would never be seen where they take long and leads change all the time.
 */
export function useFreshMetrics(
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
