import { hashToken, newToken } from '../users/secret-token.ts'

const MAX_TOKENS = 100

/** Tokens that let the first person in, once and within their time. They end with the process. */
export class SetupTokens {
  /** By hash, so that memory holds nothing to sign in with. */
  readonly #expiries = new Map<string, number>()

  make(seconds: number): string {
    const [oldest] = this.#expiries.keys()
    if (this.#expiries.size >= MAX_TOKENS && oldest !== undefined) this.#expiries.delete(oldest)
    const token = newToken()
    this.#expiries.set(hashToken(token), Date.now() + seconds * 1000)
    return token
  }

  isGood(token: string): boolean {
    return (this.#expiries.get(hashToken(token)) ?? 0) > Date.now()
  }

  end(token: string): void {
    this.#expiries.delete(hashToken(token))
  }
}
