const dayMs = 86_400_000

/**
 * When the day began that `now` belongs to on the clocks of an IANA time zone; both in milliseconds
 * since 1970. Days of 23 and 25 hours included.
 *
 * @throws RangeError when the zone is none
 */
export function startOfDay(now: number, timeZone: string): number {
  const guess = now - sinceMidnight(now, timeZone)
  // Where the clocks were changed since midnight, the guess is an hour off, on either side.
  const error = sinceMidnight(guess, timeZone)
  return error > dayMs / 2 ? guess + dayMs - error : guess - error
}

function sinceMidnight(moment: number, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const part = Object.fromEntries(
    clock.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  )
  const { hour = 0, minute = 0, second = 0 } = part
  return ((hour * 60 + minute) * 60 + second) * 1000 + (moment % 1000)
}
