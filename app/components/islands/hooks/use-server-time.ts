import { useEffect, useState } from 'react'

/** The maximum age at which caches send a page, in milliseconds. */
const maxAgeMs = 120_000

/**
 * Returns the server's time in milliseconds, once a second until `end`. Asks the server if the visitor's clock shows a
 * time at which this page could not have been sent.
 *
 * @param rendered the time when the server rendered the page
 */
export function useServerTime(rendered: number, end: number): number {
  const [now, setNow] = useState(rendered)
  /** How far the server's clock is ahead of the visitor's. Undefined while it is unknown. */
  const [ahead, setAhead] = useState<number>()
  useEffect(() => {
    const age = Date.now() - rendered
    const start = (offset: number) => {
      setAhead(offset)
      setNow(Date.now() + offset)
    }
    if (age >= 0 && age < maxAgeMs) start(0)
    else
      askServer().then(
        (time) => start(time - Date.now()),
        () => start(-age),
      )
  }, [rendered])
  useEffect(() => {
    if (ahead === undefined || now >= end) return
    const update = () => setNow(Date.now() + ahead)
    const timer = setTimeout(update, (end - Date.now() - ahead) % 1000 || 1000)
    return () => clearTimeout(timer)
  }, [ahead, now, end])
  return now
}

/** Resolves to the time of the server's clock, from the header of a response that no cache stores. */
async function askServer(): Promise<number> {
  const { headers } = await fetch('/healthz', { method: 'HEAD', cache: 'no-store' })
  const time = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(time)) throw new Error('The response has no date')
  return time
}
