import { readFileSync } from 'node:fs'
import { listedPages, pageAddress, unlistedPages } from '../../app/addresses.ts'
import { root } from '../../server/root.ts'

/** Documents of the seed that are pages by themselves. */
const documents = readFileSync(`${root}seed/data.ndjson`, 'utf8')
  .trimEnd()
  .split('\n')
  .flatMap((line) => {
    const { _type, slug } = JSON.parse(line) as { _type: string; slug?: { current: string } }
    const path = pageAddress(_type, slug?.current)
    return path ? [{ path, type: _type }] : []
  })

const documentPaths = documents.map(({ path }) => path)

/** Pages of documents whose route shows another one of the same type, too. */
export const furtherPaths: readonly string[] = documents
  .filter(({ type }, index) => documents.findIndex((one) => one.type === type) < index)
  .map(({ path }) => path)

/** Further addresses of pages: in the list, but not canonical, or the same page once more. */
const alike = [
  '/business',
  '/affiliate/apply/creator/submitted',
  '/affiliate/apply/challenge/submitted',
]

/** Pages that tell of something done; search engines are not led to them. */
export const unlistedPaths = unlistedPages.filter((path) => !alike.includes(path))

/** Every page with an address of its own. */
export const canonicalPaths = [...listedPages, ...documentPaths, ...unlistedPaths]

/** Pages with islands, on some days at least. Not read from the routes: script must not creep in. */
export const livePaths = [
  '/',
  '/confirmation',
  '/affiliates/challenge',
  '/affiliate/apply/regular/submitted',
]

/** Pages with a form, for the same reason. */
export const formPaths = [
  '/waitlist',
  '/onboarding',
  '/support/contact',
  '/affiliate/apply/regular',
  '/affiliate/apply/creator',
  '/affiliate/apply/challenge',
]

/** Pages that show content and run nothing: all others. */
export const contentPaths = canonicalPaths.filter(
  (path) => !livePaths.includes(path) && !formPaths.includes(path),
)
