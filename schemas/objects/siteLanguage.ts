import type { SchemaTypeDefinition, ValidationContext } from '@sanity/types'
import type { Addresses } from '../addresses.ts'
import { apiVersion } from '../api-version.ts'
import { choice, field, line, object, toggle } from '../fields/field.ts'
import { checkLanguageCode } from '../validation/language.ts'

const letters = [
  { title: 'Latin, as in Spanish', value: 'latin' },
  { title: 'Arabic', value: 'arabic' },
  { title: 'Nastaliq, as in Urdu', value: 'nastaliq' },
]

/** Returns the type of a language of the site. English, the language of the original texts, isn't one of them. */
export const siteLanguage = (addresses: Addresses): SchemaTypeDefinition =>
  object(
    'siteLanguage',
    'Language',
    [
      field('code', 'Code', 'string', {
        description:
          'The start of its addresses, such as ar in /ar/waitlist. Don’t change it later.',
        required: 'Code is required.',
        rules: (rule) => [
          rule.custom<string>((value, context) => checkCode(value, context, addresses)),
        ],
      }),
      line('name', 'Name in the language itself', {
        description: 'For example, العربية. Visitors choose it in the menu.',
      }),
      choice('letters', 'Letters', letters, {
        description: 'Decides the font and the height of lines.',
        options: { layout: 'radio' },
        initialValue: 'latin',
        required: 'Choose the letters.',
      }),
      toggle('isOff', 'Turned off', {
        description: 'Visitors can’t open its pages. You can still edit its translations.',
      }),
    ],
    {
      preview: {
        select: { title: 'name', code: 'code', isOff: 'isOff' },
        prepare: ({ title, code, isOff }: Record<string, unknown>) => ({
          title,
          subtitle: [`/${code ?? ''}`, ...(isOff === true ? ['Turned off'] : [])].join(' · '),
        }),
      },
    },
  )

/** Checks a code against the other languages of the document, and the pages. Passes if the pages can't be read. */
async function checkCode(
  code: string | undefined,
  { document, parent, getClient }: ValidationContext,
  addresses: Addresses,
) {
  const slugs = await getClient({ apiVersion })
    .withConfig({ perspective: 'raw' })
    .fetch<string[]>('*[_type == "page" && defined(slug.current)].slug.current')
    .catch(() => [])
  const languages = (document?.languages ?? []) as { _key?: string; code?: string }[]
  const others = languages.filter(({ _key }) => _key !== (parent as { _key?: string })?._key)
  return checkLanguageCode(code, { codes: others.map((one) => one.code), slugs }, addresses)
}
