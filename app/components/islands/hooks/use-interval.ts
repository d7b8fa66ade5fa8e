import { useEffect, useRef } from 'react'

/** Calls the latest `callback` every `milliseconds` while `running`. */
export function useInterval(callback: () => void, milliseconds: number, running = true): void {
  const latest = useRef(callback)
  useEffect(() => {
    latest.current = callback
  })
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => latest.current(), milliseconds)
    return () => clearInterval(timer)
  }, [milliseconds, running])
}
