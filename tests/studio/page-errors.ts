import type { BrowserContext } from '@playwright/test'

/** Messages and errors of Chromium and the Studio that are normal. */
const expected = [
  // The response if nobody is signed in, or if a password is wrong.
  /status of 401/,
  // The page was left while its presence socket was still opening.
  /WebSocket is closed before the connection is established/,
  // The presence socket after the session has ended.
  /WebSocket connection to .* HTTP Authentication failed/,
  // A validation request that waits for a sign-in, or for a slow machine.
  /Custom validator at \S* has taken more than/,
  // The Preview tool, while its frame loads another page.
  /\[@sanity\/comlink\] Received no response to message/,
  // The Preview tool, if its frame loads slowly. Tests of the preview fail if it never connects.
  /Unable to connect to visual editing/,
  // The Studio, when text from a word processor or a web page is pasted.
  /Clipboard contains both text and HTML/,
  // Sanity's check for newer versions and its help menu ask other hosts, which the page's policy blocks.
  /(Content Security Policy|Failed to fetch|Fetch API cannot load).*(sanity|studio\/assets)/,
  // A slow machine.
  /Building schema for synchronization/,
  // Sanity's preview of a document that changed while it loaded. It has the change already.
  /Document out of sync, skipping mutation/,
  // Sanity's menu of a section, opened before the preview has loaded the document. It takes a missing draft for it.
  /reading 'findIndex'/,
]

/**
 * Collects the errors of all pages of a browser context: console errors and warnings, script errors, and requests to
 * hosts other than `hostname`. Adds them to `complaints` and returns it.
 */
export function collectErrors(
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
    page.on('pageerror', ({ message }) => {
      if (!expected.some((pattern) => pattern.test(message))) complaints.push(message)
    })
    // Blocked requests never finish.
    page.on('requestfinished', (request) => {
      const url = new URL(request.url())
      if (url.protocol.startsWith('http') && url.hostname !== hostname) complaints.push(url.href)
    })
  })
  return complaints
}

/** Removes the errors that a test causes on purpose. Returns their number. */
export function dropExpected(complaints: string[], pattern: RegExp): number {
  const others = complaints.filter((text) => !pattern.test(text))
  const count = complaints.length - others.length
  complaints.splice(0, complaints.length, ...others)
  return count
}
