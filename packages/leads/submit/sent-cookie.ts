/** The name of the cookie with the id of an application, for the confirmation page after it only. */
const sentCookie = 'sent'

/** How long the confirmation page knows the application, in seconds. */
const maxAge = 1_800

/**
 * Returns the Set-Cookie header for the confirmation page of an application that was just stored.
 *
 * @param confirmation the address of the page, with the prefix of its language
 */
export const setSentCookie = (id: string, confirmation: string, secure: boolean): string =>
  [
    `${sentCookie}=${id}`,
    `Path=${confirmation.replace(/\?.*/, '')}`,
    `Max-Age=${maxAge}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
  ].join('; ')

const pattern = new RegExp(`(?:^|;\\s*)${sentCookie}=([\\da-f-]{36})(?:;|$)`)

/** Returns the id of the application that the visitor has just sent, or undefined. */
export const sentIdIn = (cookies: string | null | undefined): string | undefined =>
  pattern.exec(cookies ?? '')?.[1]
