import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, it, vi } from 'vitest'
import { forkProgram } from './fork-program.ts'

const folder = mkdtempSync(join(tmpdir(), 'fork-'))
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

it('passes a program the variables that it needs, and no others', async () => {
  const program = join(folder, 'program.mjs')
  writeFileSync(program, 'process.send(process.env)')
  const secrets = ['BACKUP_PASSPHRASE', 'S3_SECRET_ACCESS_KEY', 'DATABASE_URL', 'NODE_AUTH_TOKEN']
  for (const name of secrets) vi.stubEnv(name, 'secret')
  vi.stubEnv('PGSSLMODE', 'require')
  const child = forkProgram(pathToFileURL(program), { passed: [/^PG/], env: { OWN: 'yes' } })
  const [environment] = await once(child, 'message')
  expect(environment).toMatchObject({ PATH: process.env.PATH, PGSSLMODE: 'require', OWN: 'yes' })
  expect(JSON.stringify(environment)).not.toContain('secret')
})

it('is the only function that forks', () => {
  const root = new URL('../../..', import.meta.url).pathname
  const forking = [
    'packages/kit',
    'packages/content-lake/src',
    'app',
    'site',
    'server',
    'cli',
  ].flatMap((part) =>
    readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
      .map((name) => `${part}/${name}`)
      .filter((name) => name.endsWith('.ts') && !name.includes('test'))
      .filter((name) => {
        const source = readFileSync(join(root, name), 'utf8')
        const usesNode = /\bfork\b[^;]*from 'node:child_process'/.test(source)
        return usesNode || /spawn\(process\.execPath|env: \{? ?\.*process\.env/.test(source)
      }),
  )
  expect(forking).toEqual(['packages/kit/processes/fork-program.ts'])
})
