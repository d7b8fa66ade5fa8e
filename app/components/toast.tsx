import { useCallback, useEffect, useRef, useState } from 'react'

/** How long a toast stays, in milliseconds. */
const toastMs = 2_000

/** What a `Toast` shows. Each showing is an object of its own, the same words again included. */
export interface ToastMessage {
  text: string
  /** Counts the showings. */
  id: number
}

/**
 * The message for a page's `Toast`, and the function that shows one. A message goes by itself after
 * 2 s; a new one takes the place of the one before.
 */
export function useToast(): [message: ToastMessage | undefined, show: (text: string) => void] {
  const [message, setMessage] = useState<ToastMessage>()
  useEffect(() => {
    if (!message) return
    const timer = setTimeout(() => setMessage(undefined), toastMs)
    return () => clearTimeout(timer)
  }, [message])
  const showings = useRef(0)
  const show = useCallback((text: string) => {
    showings.current += 1
    setMessage({ text, id: showings.current })
  }, [])
  return [message, show]
}

/**
 * A short message over the page's lower edge, read out by screen readers. Nothing moves for it and
 * nothing under it is out of reach. The empty region is on the page from the start, since only
 * words that come into it later are announced.
 */
export function Toast({ message }: { message: ToastMessage | undefined }) {
  return (
    <div role="status" className="toast">
      {message && (
        <p key={message.id} className="cut">
          {message.text}
        </p>
      )}
    </div>
  )
}
