import type { Page } from '@playwright/test'

/** Returns the paths and queries of all links to this site. */
export const internalLinks = (page: Page) =>
  page.locator('a[href]').evaluateAll((anchors) => {
    const urls = anchors.map((anchor) => new URL((anchor as HTMLAnchorElement).href))
    const here = urls.filter(({ origin }) => origin === location.origin)
    return [...new Set(here.map(({ pathname, search }) => pathname + search))]
  })

/** Returns links with a fragment that does not exist on the linked page of this site. */
export const missingFragments = (page: Page) =>
  page.locator('a[href*="#"]').evaluateAll(async (anchors) => {
    const pageAt = async ({ href, pathname }: URL) =>
      pathname === location.pathname
        ? document
        : new DOMParser().parseFromString(await (await fetch(href)).text(), 'text/html')
    const missing: string[] = []
    for (const { href } of anchors as HTMLAnchorElement[]) {
      const url = new URL(href)
      if (url.origin !== location.origin) continue
      const target = await pageAt(url)
      const id = decodeURIComponent(url.hash.slice(1))
      if (!target.getElementById(id)) missing.push(url.pathname + url.hash)
    }
    return missing
  })
