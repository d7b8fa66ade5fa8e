import type { BrowserContext } from '@playwright/test'

/** What Chromium or the Studio says on the console in the normal course of things. */
const expected = [
  // How the Studio learns that nobody is signed in, and that a password is wrong.
  /status of 401/,
  // Leaving a page while its presence socket is still being opened.
  /WebSocket is closed before the connection is established/,
  // The same socket once a session has ended.
  /WebSocket connection to .* HTTP Authentication failed/,
  // A request that waits for the next sign-in waits for a person.
  /Custom validator at slug has taken more than/,
  // The Presentation tool, while the page in its frame makes way for the next one.
  /\[@sanity\/comlink\] Received no response to message/,
  // A slow machine.
  /Building schema for synchronization/,
]

/**
 * Collects what the pages of a browser complain of: console errors and warnings, script errors,
 * and requests to other hosts than `hostname`; in a list of its own, or in `complaints`.
 */
export function watch(
  context: BrowserContext,
  hostname: string,
  complaints: string[] = [],
): string[] {
  context.on('page', (page) => {
    page.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return
      const text = `${message.text()} ${message.location().url}`
      if (!expected.some((pattern) => pattern.test(text))) complaints.push(text)
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.protocol.startsWith('http') && url.hostname !== hostname) complaints.push(url.href)
    })
  })
  return complaints
}

/** Takes the complaints out that a test provokes, and tells how many there were. */
export function forgive(complaints: string[], pattern: RegExp): number {
  const others = complaints.filter((text) => !pattern.test(text))
  const count = complaints.length - others.length
  complaints.splice(0, complaints.length, ...others)
  return count
}
