import type { SanityClient, Transaction } from '@sanity/client'
import { newRedirect, redirectsFrom } from '../redirect-old-url.ts'
import type { Replacement, Uses } from './uses.ts'

/**
 * Returns a transaction that changes the redirects to a page before it is removed, and deletes it. With a replacement,
 * the page's path and all redirects lead to it. Without one, redirects to the page are removed. No redirect starts at
 * the replacement's path, so that there is no loop.
 *
 * @param deleted the ids to delete
 */
export async function removePage(
  client: SanityClient,
  path: string,
  { redirects }: Pick<Uses, 'redirects'>,
  replacement: Replacement | undefined,
  deleted: readonly string[],
): Promise<Transaction> {
  const transaction = client.transaction()
  const ends = replacement ? [path, replacement.path] : []
  const replaced = (await Promise.all(ends.map((end) => redirectsFrom(client, end)))).flat()
  for (const id of replacement ? replaced : redirects) transaction.delete(id)
  if (replacement) {
    const redirect = newRedirect(path, replacement.document._id)
    const { destination } = redirect
    for (const id of redirects.filter((one) => !replaced.includes(one))) {
      transaction.patch(id, { set: { destination } })
    }
    transaction.create(redirect)
  }
  for (const id of deleted) transaction.delete(id)
  return transaction
}
