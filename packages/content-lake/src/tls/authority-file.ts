import { X509Certificate } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Certificate, createAuthority } from './certificates.ts'

const DAY_MS = 86_400_000

/**
 * Returns the certificate authority of a data folder, with the path of its certificate. Creates it at the first start,
 * and again a month before it expires or if it is damaged.
 */
export function openAuthority(directory: string): Certificate & { path: string } {
  // Absolute, because processes with other working directories read it.
  const folder = resolve(directory, 'certificates')
  const path = join(folder, 'authority.crt')
  const keyPath = join(folder, 'authority.key')
  try {
    const certificate = readFileSync(path, 'utf8')
    const key = readFileSync(keyPath, 'utf8')
    const { validTo } = new X509Certificate(certificate)
    if (Date.parse(validTo) > Date.now() + 30 * DAY_MS) return { certificate, key, path }
  } catch {
    // Missing or damaged.
  }
  const created = createAuthority()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // A crash between these leaves a key without its certificate, and the next start creates both again.
  rmSync(path, { force: true })
  writeFileSync(keyPath, created.key, { mode: 0o600 })
  writeFileSync(path, created.certificate, { mode: 0o600 })
  return { ...created, path }
}
