// Loads the scripts that putScriptsOff has put off, once the page has been painted. A page in the
// background, or one made ready for a click to come, loads them at once; one in a hidden frame is never
// painted, and loads them after a while.
const longest = 3000
const load = () => {
  for (const link of document.querySelectorAll('link[rel=later]')) {
    link.setAttribute('rel', 'modulepreload')
  }
  const inert = document.querySelector('script[type="text/later"]')
  if (!inert) return
  const script = document.createElement('script')
  script.type = 'module'
  script.textContent = inert.textContent
  inert.replaceWith(script)
}
if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) load()
else {
  const late = setTimeout(load, longest)
  new PerformanceObserver((paints, observer) => {
    if (!paints.getEntriesByName('first-contentful-paint').length) return
    observer.disconnect()
    clearTimeout(late)
    load()
  }).observe({ type: 'paint', buffered: true })
}
