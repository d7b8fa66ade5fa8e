// Prefetches the pages of links in view, so that they open immediately.

/** The maximum number of pages that one page prefetches. */
const max = 6

/** @typedef {{ saveData?: boolean, effectiveType?: string }} Connection */
const { connection } = /** @type {Navigator & { connection?: Connection }} */ (navigator)
const seen = new Set([location.pathname])

/** @param {HTMLAnchorElement} anchor */
function prefetch({ pathname, search }) {
  if (seen.has(pathname) || seen.size > max) return
  seen.add(pathname)
  const link = document.createElement('link')
  link.rel = 'prefetch'
  link.href = pathname + search
  document.head.append(link)
}

if (!connection?.saveData && !connection?.effectiveType?.includes('2g')) {
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      observer.unobserve(target)
      prefetch(/** @type {HTMLAnchorElement} */ (target))
    }
  })
  for (const anchor of document.querySelectorAll('main a[href^="/"]')) observer.observe(anchor)
}
