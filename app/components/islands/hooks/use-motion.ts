import { useEffect, useState } from 'react'

/** Returns whether automatic animations are allowed. False on the server and in the first render. */
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
