import { join } from 'node:path'
import { root } from 'halvi-site/root'
import { expect, it } from 'vitest'
import { bundledIn } from '../../scripts/release/contents.ts'
import { forbiddenIn, packagesIn } from '../../scripts/release/packages.ts'
import { tracePackages } from '../../scripts/release/trace.ts'

it('programs need no build tools and no packages of the Studio, and all packages are in package-lock.json', async () => {
  const packages = packagesIn(root, await tracePackages(root))
  const names = packages.map(({ name }) => name)
  expect(forbiddenIn(names)).toEqual([])
  expect(forbiddenIn([...names, 'vite'])).toEqual(['vite'])
  // Used by pages, by the lake, by the log on a terminal, and by bundled code.
  expect(names).toEqual(
    expect.arrayContaining(['react-dom', 'libsql', 'sharp', 'pino-pretty', 'parseurl']),
  )
  const bundled = packagesIn(root, await bundledIn(join(root, 'build')))
  expect(forbiddenIn(bundled.map(({ name }) => name))).toEqual([])
  expect(bundled.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['express', 'pg', 'groq-js', 'zod']),
  )
  expect([...packages, ...bundled].every(({ integrity }) => integrity.startsWith('sha512-'))).toBe(
    true,
  )
  expect(() => packagesIn(root, [join('node_modules', 'not-installed')])).toThrow()
})
