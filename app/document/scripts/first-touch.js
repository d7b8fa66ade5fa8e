// Records the visitor's first touch for the forms: campaign parameters, the referring host, and the first page. Adds
// them, and the code of a referral link, as query parameters to the site's internal links, so that nothing is stored
// in the browser.
const { host, pathname, search } = location
const from = new URL(document.referrer || 'none:')
// A GET form, such as a search, drops the parameters from the address. They are still in the referrer then.
const given = from.host === host ? `${from.search}&${search}` : search
const found = new URLSearchParams(given.match(/\b(utm_\w+|ref)=[^&]*/g)?.join('&'))
// Each parameter once, or the addresses would get longer with each page.
const touch = new URLSearchParams(Object.fromEntries(found))
if (from.host !== host && from.host + touch && !touch.has('utm_landing')) {
  touch.set('utm_referrer', from.host)
  touch.set('utm_landing', pathname)
}
if (`${touch}`) {
  for (const link of document.links) {
    // Skips files (their names have a dot) and links to this page, because a fragment must not reload it.
    if (link.host !== host || link.pathname === pathname || link.pathname.includes('.')) continue
    const query = new URLSearchParams(link.search)
    for (const [name, value] of touch) query.set(name, value)
    link.setAttribute('href', `${link.pathname}?${query}${link.hash}`)
  }
  // Keeps a value that the server has filled in after a rejected submission, because it is older.
  /** @type {NodeListOf<HTMLInputElement>} */
  const fields = document.querySelectorAll('[name=first_touch]')
  for (const field of fields) field.value ||= `${touch}`
}
