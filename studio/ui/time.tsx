/** A point in time. The short form shows the time if it is today, otherwise the date. */
export function Time({ at, long = false }: { at: string; long?: boolean }) {
  const date = new Date(at)
  if (Number.isNaN(date.valueOf())) return null
  const full = date.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <time dateTime={at} title={full}>
      {long ? full : shortly(date, new Date())}
    </time>
  )
}

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
