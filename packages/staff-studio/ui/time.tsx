/** A point in time. The short form shows the time if it is today, otherwise the date. */
export function Time({ at, long = false }: { at: string; long?: boolean }) {
  const date = new Date(at)
  if (Number.isNaN(date.valueOf())) return null
  const full = timeText(at)
  return (
    <time dateTime={at} title={full}>
      {long ? full : shortly(date, new Date())}
    </time>
  )
}

/** Returns a time for display, such as "Nov 26, 2026, 4:05 PM". */
export const timeText = (time: string): string =>
  new Date(time).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })

function shortly(date: Date, now: Date): string {
  if (date.toDateString() === now.toDateString()) {
    return date.toLocaleTimeString('en-US', { timeStyle: 'short' })
  }
  const isThisYear = date.getFullYear() === now.getFullYear()
  return date.toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    ...(!isThisYear && { year: 'numeric' }),
  })
}
