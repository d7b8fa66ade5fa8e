import type { Rule, SanityDocument, ValidationContext } from '@sanity/types'
import type { Addresses } from '../addresses.ts'
import { address } from '../fields/address.ts'
import { document, toggle } from '../fields/field.ts'
import { checkLoop, checkSource, type Redirect, type Surroundings } from '../validation/redirect.ts'

/** Leads visitors of an address without a page to another one. */
export const redirect = (addresses: Addresses) =>
  document(
    'redirect',
    'Redirect',
    [
      address('from', 'Old address', ['path'], {
        description: 'Where visitors arrive, such as /summer-offer. It must not be a page.',
      }),
      address('to', 'New address', ['path', 'https'], {
        description: 'Where they are led: a page of this site, or a web address.',
      }),
      toggle('temporary', 'Only for a while', {
        description: 'Search engines then keep the old address in mind.',
      }),
    ],
    {
      validation: (rule: Rule) => [
        rule.custom<SanityDocument & Redirect>(async (value, context) => {
          if (!value) return true
          // What can't be reached is no mistake of the editor's.
          const surroundings = await readSurroundings(context, addresses).catch(() => undefined)
          if (!surroundings) return true
          const source = checkSource(value, surroundings)
          if (source !== true) return { message: source, path: ['from'] }
          const loop = checkLoop(value, surroundings.redirects)
          return loop === true ? true : { message: loop, path: ['to'] }
        }),
      ],
      preview: {
        select: { title: 'from', to: 'to' },
        prepare: ({ title, to }: Record<string, string | undefined>) => ({
          title,
          subtitle: to ? `leads to ${to}` : undefined,
        }),
      },
    },
  )

/** Reads what a redirect must fit in with. Drafts count too: two must not be published one after the other. */
async function readSurroundings(
  { document, getClient }: ValidationContext,
  addresses: Addresses,
): Promise<Surroundings> {
  const id = document?._id.replace(/^drafts\./, '') ?? ''
  const read = await getClient({ apiVersion: '2025-02-19' })
    .withConfig({ perspective: 'raw' })
    .fetch<Omit<Surroundings, 'addresses'>>(
      `{
        "redirects": *[_type == "redirect" && !(_id in [$id, "drafts." + $id])]{from, to},
        "pages": *[_type in $types]{_type, "slug": slug.current}
      }`,
      { id, types: addresses.typesWithAddress },
    )
  return { ...read, addresses }
}
