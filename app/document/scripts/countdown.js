// Keeps the countdowns of a page running. The server has written the time left when it made the page.

/**
 * What lies between a moment and a later one, both in milliseconds since 1970, in whole seconds:
 * zeros exactly from when it is reached. A day is 24 hours, so clocks that change leave it right.
 *
 * @param {number} end
 * @param {number} now
 */
export function timeLeft(end, now) {
  const seconds = Math.max(0, Math.ceil((end - now) / 1000)) || 0
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3_600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  }
}

/** @param {HTMLElement} countdown */
function run(countdown) {
  const end = Date.parse(countdown.dataset.countdown ?? '')
  const title = countdown.querySelector('[data-over]')
  const tick = () => {
    const now = Date.now()
    for (const [unit, value] of Object.entries(timeLeft(end, now))) {
      const figure = countdown.querySelector(`[data-unit=${unit}]`)
      if (figure) figure.textContent = String(value).padStart(2, '0')
    }
    if (now < end) setTimeout(tick, (end - now) % 1000 || 1000)
    else if (title instanceof HTMLElement) title.textContent = title.dataset.over ?? ''
  }
  tick()
}

if (globalThis.document) {
  for (const countdown of document.querySelectorAll('[data-countdown]')) {
    if (countdown instanceof HTMLElement) run(countdown)
  }
}
