import { useEffect, useState } from 'react'

/** Whether things may move by themselves; false on the server and until the browser has been asked. */
export function useMotion(): boolean {
  const [motion, setMotion] = useState(false)
  useEffect(() => {
    const media = matchMedia('(prefers-reduced-motion: no-preference)')
    const follow = () => setMotion(media.matches)
    follow()
    media.addEventListener('change', follow)
    return () => media.removeEventListener('change', follow)
  }, [])
  return motion
}
