// Shows the offer of the page in the visitor's first language that the page has. Shows none if the page is in that
// language, or if the visitor has dismissed an offer in this tab.
try {
  const base = (/** @type {string} */ tag) => tag.split('-')[0]
  /** @type {NodeListOf<HTMLElement>} */
  const lines = document.querySelectorAll('[data-offer]')
  const own = document.documentElement.lang
  const tags = [own, ...[...lines].map((line) => line.dataset.offer ?? '')]
  // The same language in any region, if not in the region of the browser.
  const found = navigator.languages.flatMap(
    (wanted) =>
      tags.find((tag) => tag === wanted) ?? tags.find((tag) => base(tag) === base(wanted)) ?? [],
  )
  const line = [...lines].find(({ dataset }) => dataset.offer === found[0])
  if (line && !sessionStorage.getItem('language-offer')) {
    line.hidden = false
    line.querySelector('button')?.addEventListener('click', () => {
      sessionStorage.setItem('language-offer', 'dismissed')
      line.hidden = true
    })
  }
} catch {
  // The browser blocks storage, so no offer is shown.
}
