/** The headers of a form submission. */
export const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }

let count = 0
/** Makes applications unique across processes. */
const sender = `${process.pid}.${Date.now()}`

/** Returns a unique waitlist application, and an IP address for its sender. */
export function application(): { body: string; address: string } {
  const number = count++
  const body = new URLSearchParams([
    ['name', `Amina ${number}`],
    ['social_handle', '@amina'],
    ['email', `amina.${number}.${sender}@example.com`],
    ['interests', 'openStore'],
    ['interests', 'shopOnHalvi'],
    ['custom_interest', 'A halal food truck near me'],
  ])
  const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
  return { body: String(body), address }
}
