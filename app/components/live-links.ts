import { createContext, useContext } from 'react'
import { leadsSomewhere } from '../addresses.ts'

interface LinkTargets {
  siteUrl: string
  /** The paths of this site that links can lead to. */
  livePaths: readonly string[]
}

/** Where links can lead; undefined while content is unreachable: every link counts as live then. */
export const LinkTargetsContext = createContext<LinkTargets | undefined>(undefined)

/** Returns a function that says whether an address leads to something, as far as this site knows. */
export function useIsLive(): (href: string) => boolean {
  const targets = useContext(LinkTargetsContext)
  return (href) => {
    if (!targets || /^[#?]/.test(href) || !URL.canParse(href, targets.siteUrl)) return true
    const { origin, pathname } = new URL(href, targets.siteUrl)
    return origin !== targets.siteUrl || leadsSomewhere(pathname, targets.livePaths)
  }
}
