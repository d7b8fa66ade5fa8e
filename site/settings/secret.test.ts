import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from 'halvi-kit/processes/start-error'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readOrCreateSecret } from './secret.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secret-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('is created once, and replaces an empty file', () => {
  const file = join(folder, 'secret')
  writeFileSync(file, '')
  const secret = readOrCreateSecret(file)
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(readOrCreateSecret(file)).toBe(secret)
})

it('may be set by an operator but must not be too short', () => {
  const file = join(folder, 'secret')
  writeFileSync(file, 'a password\n')
  expect(readOrCreateSecret(file)).toBe('a password')
  writeFileSync(file, 'a pass\n')
  expect(() => readOrCreateSecret(file)).toThrow(StartError)
  expect(() => readOrCreateSecret(file)).toThrow(file)
  expect(readFileSync(file, 'utf8')).toBe('a pass\n')
})
