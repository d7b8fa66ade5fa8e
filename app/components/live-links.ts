import { createContext, useContext } from 'react'
import { addressExists } from '../addresses.ts'

interface LinkTargets {
  siteUrl: string
  /** The paths of this site that exist (see content/links/live-paths.ts). */
  livePaths: readonly string[]
}

/** The live paths of the site. Undefined while content is unreachable; then every link counts as live. */
export const LinkTargetsContext = createContext<LinkTargets | undefined>(undefined)

/** Returns a function that checks whether an address exists. Addresses of other sites always count as live. */
export function useIsLive(): (href: string) => boolean {
  const targets = useContext(LinkTargetsContext)
  return (href) => {
    if (href === '') return false
    if (!targets || /^[#?]/.test(href) || !URL.canParse(href, targets.siteUrl)) return true
    const { origin, pathname } = new URL(href, targets.siteUrl)
    return origin !== targets.siteUrl || addressExists(pathname, targets.livePaths)
  }
}
