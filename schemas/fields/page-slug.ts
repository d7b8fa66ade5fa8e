import type { SlugValue, ValidationContext } from '@sanity/types'
import type { Addresses } from '../addresses.ts'
import { apiVersion } from '../api-version.ts'
import { type Redirect, redirectsAt } from '../validation/redirect.ts'
import { checkPageSlug } from '../validation/slug.ts'
import { isUnique } from './address.ts'
import { field } from './field.ts'

/**
 * Returns the field for the address of a page: one or more segments, such as `ramadan/2027`. No other page, redirect,
 * or file may have the address.
 */
export const pageSlug = (addresses: Addresses) =>
  field('slug', 'Address', 'slug', {
    description: 'The part after the first slash. For example, ramadan/2027.',
    options: { source: 'title', maxLength: 60, isUnique },
    required: 'Address is required. Select Generate, or type one.',
    shared: true,
    rules: (rule) => [
      rule.custom<SlugValue>((value, context) => checkAddress(value?.current, context, addresses)),
    ],
  })

/**
 * Checks that an address is valid, and that no language and no redirect starts at it. A redirect to the page itself
 * passes: publishing the page removes it. If the content can't be read, it is not checked.
 */
async function checkAddress(
  slug: string | undefined,
  { document, getClient }: ValidationContext,
  addresses: Addresses,
) {
  if (!slug) return true
  const client = getClient({ apiVersion }).withConfig({ perspective: 'raw' })
  const id = document?._id.replace(/^drafts\./, '') ?? ''
  const read = await client
    .fetch<{ redirects: Redirect[]; codes: string[]; published: string | null }>(
      `{
        "redirects": *[_type == "redirect"]{from, "to": destination.url, "page": destination.page._ref},
        "codes": array::unique(*[_type == "siteSettings"].languages[].code),
        "published": *[_id == $id][0].slug.current
      }`,
      { id },
    )
    .catch(() => undefined)
  const checked = checkPageSlug(slug, addresses, read?.codes)
  if (checked !== true) return checked
  const own = addresses.pageAddress('page', read?.published ?? undefined)
  const others = redirectsAt(`/${slug}`, read?.redirects ?? []).filter(
    ({ to, page }) => to !== own && page !== id,
  )
  return others.length === 0
    ? true
    : `There is a redirect from /${slug}. Delete the redirect, or choose another address.`
}
