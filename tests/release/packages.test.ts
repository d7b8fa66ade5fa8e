// Follows all that is imported, which takes a while: npm run test:release
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { bundledIn } from '../../scripts/release/contents.ts'
import { forbiddenIn, packagesIn } from '../../scripts/release/packages.ts'
import { tracePackages } from '../../scripts/release/trace.ts'
import { root } from '../../server/root.ts'

it.runIf(process.env.LONG)(
  'what runs needs neither what it is built with nor the Studio, and is in the lock file',
  async () => {
    const packages = packagesIn(root, await tracePackages(root))
    const names = packages.map(({ name }) => name)
    expect(forbiddenIn(names)).toEqual([])
    expect(forbiddenIn([...names, 'vite'])).toEqual(['vite'])
    // Named by pages, the lake, the log on a terminal, and what is bundled.
    expect(names).toEqual(
      expect.arrayContaining(['react-dom', 'libsql', 'sharp', 'pino-pretty', 'parseurl']),
    )
    const bundled = packagesIn(root, await bundledIn(join(root, 'build')))
    expect(forbiddenIn(bundled.map(({ name }) => name))).toEqual([])
    expect(bundled.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['express', 'pg', 'groq-js', 'zod']),
    )
    expect(
      [...packages, ...bundled].every(({ integrity }) => integrity.startsWith('sha512-')),
    ).toBe(true)
    expect(() => packagesIn(root, [join('node_modules', 'not-installed')])).toThrow()
  },
)
