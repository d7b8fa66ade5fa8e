// How a visitor came, for the forms: what a campaign's link said, the referring host and the first page
// travel along the site's own links as parameters. Nothing is stored.
const { host, pathname, search } = location
const from = new URL(document.referrer || 'none:')
// A form that asks, such as a search, leaves them out of its page's address.
const given = from.host === host ? `${search}&${from.search}` : search
const touch = new URLSearchParams(given.match(/utm_\w+=[^&]*/g)?.join('&'))
if (from.host !== host && from.host + touch && !touch.has('utm_landing')) {
  touch.set('utm_referrer', from.host)
  touch.set('utm_landing', pathname)
}
if (`${touch}`) {
  for (const link of document.links) {
    // Files have a dot; a fragment of this very page is not to load it anew.
    if (link.host !== host || link.pathname === pathname || link.pathname.includes('.')) continue
    link.setAttribute(
      'href',
      `${link.pathname}${link.search ? `${link.search}&` : '?'}${touch}${link.hash}`,
    )
  }
  // One that the server has filled in, where something was wrong, knows more.
  /** @type {NodeListOf<HTMLInputElement>} */
  const fields = document.querySelectorAll('[name=first_touch]')
  for (const field of fields) field.value ||= `${touch}`
}
