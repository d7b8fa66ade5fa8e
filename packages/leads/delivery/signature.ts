import { Webhook } from 'standardwebhooks'

const prefix = 'whsec_'

/** Returns whether a secret is `whsec_` followed by 24 to 64 bytes in base64 (Standard Webhooks). */
export function isSecret(text: string): boolean {
  const key = Buffer.from(text.slice(prefix.length), 'base64')
  const whole = text === prefix + key.toString('base64')
  return whole && key.length >= 24 && key.length <= 64
}

/** Returns the headers that sign a message (Standard Webhooks, symmetric). `now` is in milliseconds since 1970. */
export function sign(
  secret: string,
  { id, payload }: { id: string; payload: string },
  now: number,
): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, new Date(now), payload),
  }
}
