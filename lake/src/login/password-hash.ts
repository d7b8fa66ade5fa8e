import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html: 32 MB, a quarter of a second. */
export const PASSWORD_COST: PasswordCost = { N: 2 ** 15, r: 8, p: 3 }
const [SALT_BYTES, HASH_BYTES] = [16, 32]

const SHAPE = /^scrypt\$(\d{1,8})\$(\d{1,3})\$(\d{1,3})\$([\w-]+)\$([\w-]+)$/

const derive = promisify<string, Buffer, number, PasswordCost & { maxmem: number }, Buffer>(scrypt)

export interface PasswordCost {
  N: number
  r: number
  p: number
}

/** Returns a password's scrypt hash (RFC 7914) with its salt and cost. */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await hashWith(password, salt, cost, HASH_BYTES)
  const { N, r, p } = cost
  return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** Returns whether a hash is that password's, in constant time; without a hash it takes as long as with one. */
export async function isPassword(
  password: string,
  kept: string | undefined,
  cost: PasswordCost,
): Promise<boolean> {
  const [, N, r, p, salt, hash] = SHAPE.exec(kept ?? '') ?? []
  if (salt === undefined || hash === undefined) {
    await hashWith(password, Buffer.alloc(SALT_BYTES), cost, HASH_BYTES)
    return false
  }
  const expected = Buffer.from(hash, 'base64url')
  const its = { N: Number(N), r: Number(r), p: Number(p) }
  const given = await hashWith(password, Buffer.from(salt, 'base64url'), its, expected.length)
  return timingSafeEqual(given, expected)
}

function hashWith(
  password: string,
  salt: Buffer,
  cost: PasswordCost,
  bytes: number,
): Promise<Buffer> {
  return derive(password, salt, bytes, { ...cost, maxmem: 256 * cost.N * cost.r })
}
