import type { Logger } from 'pino'
import * as z from 'zod'
import { isImageId } from './images.ts'
import type { Image } from './shapes.ts'

const text = z.string().nullable()
const link = z.object({ _key: text, label: z.string(), href: z.string() })
const image = z.custom<Image>((value) => isImageId((value as Image | null)?.asset?._id))

const socialLink = z.object({
  _key: text,
  network: z.enum(['instagram', 'facebook', 'linkedin', 'tiktok', 'x', 'youtube']),
  url: text,
})

const footerGroup = z.object({ _key: text, title: text, links: listOf(link) })

const identity = z.object({
  legalName: text,
  address: text,
  registration: text,
  certifiers: text,
})

const settings = z.object({
  name: text,
  audience: text,
  slogan: text,
  description: text,
  logo: image.nullable(),
  socialLinks: listOf(socialLink),
  headerLinks: listOf(link),
  menuLinks: listOf(link),
  footerGroups: listOf(footerGroup),
  copyrightName: text,
  identity: identity.nullable(),
})

const notFound = z.object({ title: text, text, home: text })

/** What surrounds every page. */
export type SharedSettings = z.infer<typeof settings>
/** What the 404 page says. */
export type NotFoundCopy = z.infer<typeof notFound>

/**
 * The part of the site settings that every page shows. One wrongly shaped value in it would take all
 * pages down, so that it is left out here and logged; of a list, the entries that are wrong.
 */
export const soundSettings = (value: unknown, log: Logger) => sound(settings, value, log)

/** The copy of the 404 page, which any address may need, likewise. */
export const soundNotFound = (value: unknown, log: Logger) => sound(notFound, value, log)

function sound<Shape extends z.core.$ZodShape>(
  schema: z.ZodObject<Shape>,
  value: unknown,
  log: Logger,
): z.infer<z.ZodObject<Shape>> | null {
  if (!value) return null
  const first = schema.safeParse(value)
  if (first.success) return first.data
  const wrong = new Set(first.error.issues.map(({ path }) => path[0]))
  log.error({ fields: [...wrong] }, 'shared content of a wrong shape is left out')
  const rest = schema.safeParse({
    ...value,
    ...Object.fromEntries([...wrong].map((field) => [field, null])),
  })
  return rest.success ? rest.data : null
}

/** The sound entries of a list; none where it is no list. */
function listOf<Entry extends z.ZodType>(entry: Entry) {
  return z.unknown().transform((list) =>
    (Array.isArray(list) ? list : []).flatMap((item) => {
      const { success, data } = entry.safeParse(item)
      return success ? [data as z.infer<Entry>] : []
    }),
  )
}
