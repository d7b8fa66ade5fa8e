// Offers the page in the first language of the browser that it has, unless it is in that language already, or the
// visitor has dismissed an offer in this tab.
try {
  const base = (/** @type {string} */ tag) => tag.toLowerCase().split('-')[0]
  /** @type {NodeListOf<HTMLElement>} */
  const lines = document.querySelectorAll('[data-offer]')
  const offers = new Map([...lines].map((line) => [base(line.dataset.offer ?? ''), line]))
  const own = base(document.documentElement.lang)
  const first = navigator.languages.map(base).find((tag) => tag === own || offers.has(tag))
  const line = offers.get(first ?? '')
  if (line && !sessionStorage.getItem('language-offer')) {
    line.hidden = false
    line.querySelector('button')?.addEventListener('click', () => {
      sessionStorage.setItem('language-offer', 'dismissed')
      line.hidden = true
    })
  }
} catch {
  // The browser refuses storage: nothing is offered.
}
