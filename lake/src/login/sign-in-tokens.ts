import { createHash, randomBytes } from 'node:crypto'

const MAX_TOKENS = 100

/** Tokens that sign in once, within their time. They end with the process. */
export class SignInTokens {
  /** By hash, so that memory holds nothing to sign in with. */
  readonly #expiries = new Map<string, number>()

  /** A new token: 256 random bits, fit for an address. */
  make(seconds: number): string {
    const [oldest] = this.#expiries.keys()
    if (this.#expiries.size >= MAX_TOKENS && oldest !== undefined) this.#expiries.delete(oldest)
    const token = randomBytes(32).toString('base64url')
    this.#expiries.set(hash(token), Date.now() + seconds * 1000)
    return token
  }

  /** Is it good? It is not a second time. */
  use(token: string): boolean {
    const key = hash(token)
    const expires = this.#expiries.get(key)
    this.#expiries.delete(key)
    return expires !== undefined && expires > Date.now()
  }
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
