import { Box, Card, Stack, Text } from '@sanity/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'

/** A section of the metrics, with a heading. */
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

/** A scrollable region for large content. It supports scrolling by keyboard. */
export function Scrolling({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box role="region" aria-label={title} tabIndex={0} overflow="auto" style={{ maxHeight: 400 }}>
      {children}
    </Box>
  )
}

/** Returns a formatted number, such as `1,234`. */
export const numberText = (value: number) => value.toLocaleString('en-US')

/** Returns a percentage, such as `12.5%`, or a dash if the whole is 0. */
export function shareText(part: number, whole: number): string {
  if (whole === 0) return '–'
  return (part / whole).toLocaleString('en-US', { style: 'percent', maximumFractionDigits: 1 })
}

/**
 * Reloads metrics when leads have changed (`version`, from `useChanges`), but only after the pending request has
 * finished. Otherwise, slow requests would never finish while leads change constantly.
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
