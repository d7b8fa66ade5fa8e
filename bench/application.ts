/** The headers of a form submission. */
export const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }

let count = 0
/** Makes applications unique across processes. Letters only, because digits could be a phone number. */
const sender = [...`${process.pid}.${Date.now()}`]
  .map((digit) => String.fromCharCode(65 + digit.charCodeAt(0)))
  .join('')

/** Returns the body of a unique waitlist application. */
export function application(): string {
  const number = count++
  const body = new URLSearchParams([
    ['name', `Amina ${number}`],
    ['social_handle', '@amina'],
    ['email', `amina.${number}.${sender}@example.com`],
    ['interests', 'openStore'],
    ['interests', 'shopOnHalvi'],
    ['custom_interest', 'A halal food truck near me'],
  ])
  return String(body)
}
