import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../server/root.ts'
import { boundaries } from './boundaries.ts'

const folder = mkdtempSync(join(tmpdir(), 'halvi-boundaries-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The statements of each file, one per line, without duplicates. */
const written = new Map<string, string[]>()
/** Biome's messages by file and statement. */
const messages = new Map<string, string[]>()

const fileOf = (pattern: string) => pattern.replace('*', 'boundary')

function statementOf(text: string): string {
  return /^(import|export|const|declare) ?[^/]*['"]/.test(text)
    ? text
    : `import { value } from '${text}'`
}

function write(pattern: string, text: string): void {
  const statements = written.get(fileOf(pattern)) ?? []
  written.set(fileOf(pattern), statements)
  if (!statements.includes(statementOf(text))) statements.push(statementOf(text))
}

beforeAll(async () => {
  for (const { files, forbidden, allowed } of boundaries) {
    for (const file of files) for (const text of [...forbidden, ...allowed]) write(file, text)
  }
  for (const file of ['biome.json', '.gitignore', 'scripts/boundaries']) {
    cpSync(join(root, file), join(folder, file), { recursive: true })
  }
  for (const [file, statements] of written) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), statements.join('\n'))
  }
  for (const { path, line, message } of await lint()) {
    const key = `${path} ${written.get(path)?.[line - 1]}`
    messages.set(key, [...(messages.get(key) ?? []), message])
  }
})

async function lint(): Promise<{ path: string; line: number; message: string }[]> {
  interface Diagnostic {
    category: string
    message: string
    location: { path: string; start: { line: number } }
  }
  const args = ['lint', '--reporter=json', '--max-diagnostics=none', '.']
  const output = await new Promise<string>((resolve) => {
    // Biome exits with 1, because it finds the forbidden imports.
    execFile(
      join(root, 'node_modules/.bin/biome'),
      args,
      { cwd: folder, maxBuffer: 100_000_000 },
      (_error, stdout) => resolve(stdout),
    )
  })
  return (JSON.parse(output) as { diagnostics: Diagnostic[] }).diagnostics
    .filter(({ category }) => /^plugin$|noRestrictedImports/.test(category))
    .map(({ location: { path, start }, message }) => ({ path, line: start.line, message }))
}

/** Returns the messages about a statement in a file that match a boundary’s message. */
const messagesAbout = (file: string, text: string, message: RegExp) =>
  (messages.get(`${fileOf(file)} ${statementOf(text)}`) ?? []).filter((text) => message.test(text))

describe.each(boundaries)('$sentence', ({ files, message, ...imports }) => {
  it.each(files)('%s', (file) => {
    const isRejected = (text: string) => messagesAbout(file, text, message).length > 0
    expect(imports.forbidden.filter((text) => !isRejected(text))).toEqual([])
    expect(imports.allowed.filter((text) => messagesAbout(file, text, /./).length > 0)).toEqual([])
  })
})
