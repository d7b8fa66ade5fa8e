import type { SanityDocument, ValidationContext } from 'sanity'
import { anchorsOf, pathOf } from './dead-links.ts'

/** Time to wait for the page, in milliseconds. The Studio warns in the console after 5 s. */
const timeoutMs = 3_000

/** Checks that the page of a link has the part that the link leads to. Returns a warning, or true. */
export function checkTarget(
  anchor: string | undefined,
  context: ValidationContext,
): Promise<true | string> {
  const late = new Promise<true>((resolve) => setTimeout(resolve, timeoutMs, true))
  return Promise.race([check(anchor, context), late])
}

async function check(
  anchor: string | undefined,
  { parent, getClient }: ValidationContext,
): Promise<true | string> {
  const { page, view } = (parent ?? {}) as { page?: { _ref?: string }; view?: string }
  if (!anchor || !page?._ref) return true
  const client = getClient({ apiVersion: '2025-02-19' })
  // If the page can't be read, the anchor passes: that isn't the editor's error.
  const target = await client
    .fetch<SanityDocument | null>('*[_id == $id][0]', { id: page._ref })
    .catch(() => null)
  const path = target && pathOf(target, view)
  const anchors = path ? await anchorsOf(path) : undefined
  if (!anchors || anchors.has(anchor)) return true
  return `The page ${path} has no part named ${anchor}.`
}
