import { type RefObject, useEffect, useRef, useState } from 'react'

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
  screens: RefObject<HTMLElement>
}

/** Opens and closes the gallery, and puts the focus where the visitor goes on. */
export function useGallery(): GalleryState {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLAnchorElement>(null)
  const screens = useRef<HTMLElement>(null)

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
    screens.current?.focus({ preventScroll: true })
    screens.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [open])

  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return { open, toggle: () => (open ? close() : setOpen(true)), close, opener, screens }
}
