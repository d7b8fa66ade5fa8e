/** The headers of a form. */
export const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }

let made = 0
/** Several processes send applications, of which none is like another. */
const sender = `${process.pid}.${Date.now()}`

/** A waitlist application unlike all before, and an address for whoever sends it. */
export function application(): { body: string; address: string } {
  const number = made++
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
