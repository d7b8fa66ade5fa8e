import type { Rule, SanityDocument, ValidationContext } from '@sanity/types'
import type { Addresses } from '../addresses.ts'
import { address } from '../fields/address.ts'
import { document, toggle } from '../fields/field.ts'
import { linkField } from '../objects/link.ts'
import type { LinkValue } from '../validation/link.ts'
import {
  checkLoop,
  checkSource,
  type Redirect,
  type RedirectContext,
} from '../validation/redirect.ts'

/** Returns the type of a redirect: it sends visitors from an old URL to a new one. */
export const redirect = (addresses: Addresses) =>
  document(
    'redirect',
    'Redirect',
    [
      address('from', 'Old URL', ['path'], {
        description:
          'The path to redirect, such as /summer-offer or /ar/summer-offer. It can’t be an existing page.',
      }),
      linkField(),
      toggle('temporary', 'Temporary redirect', {
        description: 'Search engines keep the old URL in their results.',
      }),
    ],
    {
      validation: (rule: Rule) => [
        rule.custom<SanityDocument & Redirect & { destination?: LinkValue }>(
          async (value, context) => {
            if (!value) return true
            // If the content can't be read, the redirect passes: that isn't the editor's error.
            const redirectContext = await readRedirectContext(context, addresses).catch(
              () => undefined,
            )
            if (!redirectContext) return true
            const { page, url } = value.destination ?? {}
            if (url && !/^https:/i.test(url)) {
              const message = 'Choose a page, or enter a URL that starts with https://.'
              return { message, path: ['destination'] }
            }
            const source = checkSource(value, redirectContext)
            if (source !== true) return { message: source, path: ['from'] }
            const to = page ? undefined : url
            const loop = checkLoop({ from: value.from, to }, redirectContext.redirects)
            return loop === true ? true : { message: loop, path: ['destination'] }
          },
        ),
      ],
      preview: {
        select: { title: 'from', page: 'destination.page.title', url: 'destination.url' },
        prepare: ({ title, page, url }: Record<string, string | undefined>) => ({
          title,
          subtitle: `to ${page ?? url ?? '…'}`,
        }),
      },
    },
  )

/** Reads the other redirects and pages, drafts included: two conflicting drafts must not both be published. */
async function readRedirectContext(
  { document, getClient }: ValidationContext,
  addresses: Addresses,
): Promise<RedirectContext> {
  const id = document?._id.replace(/^drafts\./, '') ?? ''
  const read = await getClient({ apiVersion: '2025-02-19' })
    .withConfig({ perspective: 'raw' })
    .fetch<Omit<RedirectContext, 'addresses'>>(
      `{
        "redirects": *[_type == "redirect" && !(_id in [$id, "drafts." + $id])]{
          from,
          "to": destination.url
        },
        "pages": *[_type in $types]{_type, "slug": slug.current},
        "codes": array::unique(*[_type == "siteSettings"].languages[].code)
      }`,
      { id, types: addresses.typesWithAddress },
    )
  return { ...read, addresses }
}
