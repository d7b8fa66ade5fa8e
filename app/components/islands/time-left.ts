/**
 * Returns the time left until `end` as days, hours, minutes, and seconds. Both arguments are in milliseconds since
 * 1970. Returns zeros after `end`. A day has 24 hours.
 */
export function timeLeft(end: number, now: number) {
  const seconds = Math.max(0, Math.ceil((end - now) / 1000)) || 0
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3_600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  }
}
