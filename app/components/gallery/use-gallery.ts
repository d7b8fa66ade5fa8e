import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Screen } from '../../content/shapes.ts'

/** The gallery's id on each page that has one; as a fragment of the address it opens the panel. */
export const galleryId = 'apps'

/** The panel of the gallery and the button that opens it. */
export interface GalleryState {
  open: boolean
  toggle: () => void
  /** Closes it and puts the focus back on the button. */
  close: () => void
  opener: RefObject<HTMLAnchorElement>
  /** Takes the focus when the panel opens. */
  panel: RefObject<HTMLElement>
  /** Absent until they have arrived. */
  screens: Screen[] | undefined
}

/**
 * Opens and closes the gallery, and puts the focus where the visitor goes on. Its screens are asked
 * for when it opens first; if they don't come, the visitor is led to the page that always has them.
 */
export function useGallery(): GalleryState {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLAnchorElement>(null)
  const panel = useRef<HTMLElement>(null)
  const [screens, setScreens] = useState<Screen[]>()

  useEffect(() => {
    const follow = () => {
      if (location.hash === `#${galleryId}`) setOpen(true)
    }
    follow()
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])

  useEffect(() => {
    if (!open) return
    panel.current?.focus({ preventScroll: true })
    panel.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [open])

  useEffect(() => {
    if (!open || screens) return
    loadScreens().then(setScreens, () => location.assign(`/index#${galleryId}`))
  }, [open, screens])

  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return { open, toggle: () => (open ? close() : setOpen(true)), close, opener, panel, screens }
}

/** Asks the site for the screens of the gallery. @throws Error when it does not answer with them */
async function loadScreens(): Promise<Screen[]> {
  const response = await fetch('/gallery.json')
  if (!response.ok) throw new Error(`The gallery was answered with ${response.status}`)
  return response.json()
}
