import { useEffect, useRef, useState } from 'react'
import { showToast } from '../show-toast.ts'
import { Toast } from '../toast.tsx'
import { Changing } from './changing.tsx'

/** Time for which the button confirms the copy, in milliseconds. */
const copiedMs = 2_000

interface ShareLinkProps {
  url: string
  /** The label above the link. */
  label: string
  /** The button's text before and after copying. */
  share: string
  copied: string
  /** The toast's text. */
  message: string
}

/**
 * Renders a link to share and a button that copies it. Without access to the clipboard, the button selects the link.
 */
export function ShareLink({ url, label, share, copied, message }: ShareLinkProps) {
  const [copies, setCopies] = useState(0)
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (copies === 0) return
    const timer = setTimeout(() => setCopies(0), copiedMs)
    return () => clearTimeout(timer)
  }, [copies])

  async function copy() {
    try {
      await navigator.clipboard.writeText(url)
      setCopies((count) => count + 1)
      showToast(message)
    } catch {
      field.current?.focus()
      field.current?.select()
    }
  }

  return (
    <div className="grid max-w-form gap-2">
      <label htmlFor="share-link" className="semibold">
        {label}
      </label>
      <div className="flex flex-wrap gap-3">
        <input
          ref={field}
          id="share-link"
          className="field min-w-0 flex-1 basis-48"
          dir="ltr"
          value={url}
          readOnly
          autoComplete="off"
          onFocus={({ target }) => target.select()}
        />
        <button type="button" className="button needs-script min-w-32" onClick={copy}>
          <Changing text={copies > 0 ? copied : share} />
        </button>
      </div>
      <Toast />
    </div>
  )
}
