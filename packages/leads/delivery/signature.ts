import { Webhook } from 'standardwebhooks'

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
