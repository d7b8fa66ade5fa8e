import type { Page } from '@playwright/test'

/** Paths and queries of all links that stay on this site. */
export const internalLinks = (page: Page) =>
  page.locator('a[href]').evaluateAll((anchors) => {
    const urls = anchors.map((anchor) => new URL((anchor as HTMLAnchorElement).href))
    const here = urls.filter(({ origin }) => origin === location.origin)
    return [...new Set(here.map(({ pathname, search }) => pathname + search))]
  })

/** What links within the page name and the page has not. */
export const missingFragments = (page: Page) =>
  page
    .locator('a[href^="#"]')
    .evaluateAll((anchors) =>
      anchors
        .map((anchor) => anchor.getAttribute('href')?.slice(1) ?? '')
        .filter((id) => !document.getElementById(id)),
    )
