// Pieces of GROQ that several queries share. `as const` keeps the type of composed pieces literal: TypeScript finds
// the generated type of a result by the query's exact text.

/** Matches documents in the language of the page. Documents without a language are in English. */
export const inLanguage = 'coalesce(language, "en") == $language'

/** The settings that all languages share, for use inside any projection. Only the English document has them. */
export const sharedSettings = '*[_type == "siteSettings" && _id == "siteSettings"][0]'

/** The settings in the language of the page, or in English without a translation. */
export const settings =
  `coalesce(*[_type == "siteSettings" && language == $language][0], ${sharedSettings})` as const

/** Returns an English text that the content lacks. On pages in other languages, it has marks (words/marks.ts). */
export const inEnglish = <const Text extends string>(text: Text) =>
  `select($language == "en" => "${text}", "\ue000${text}\ue001")` as const

/**
 * Returns the translation of the current document, which is an original, or the original without a translation. The
 * document of type `translation.metadata` lists both.
 */
export const translated = <const Type extends string>(type: Type) =>
  `coalesce(
    select($language != "en" =>
      (*[_type == "translation.metadata" && references(^._id)][0]
        .translations[language == $language].value->)[_type == "${type}"][0]
    ),
    @
  )` as const

/** The numbers of an affiliate program, and its challenge. */
export const programNumbers = `
  rate,
  rateMonths,
  orderLimit,
  minimumFollowers,
  "challenge": select(defined(challenge) => {
    "_type": challenge._type,
    "startsAt": challenge.startsAt,
    "timeZone": challenge.timeZone,
    "participants": challenge.participants,
    "days": challenge.days,
    ...${translated('affiliateProgram')}{
      language,
      "winnerTitle": challenge.winnerTitle,
      "sentences": challenge.sentences,
      "next": challenge.next
    }
  })` as const

/** An image in the shape that @sanity/image-url expects and its size in pixels. */
export const image = `
  crop,
  hotspot,
  "asset": asset->{
    _id,
    "width": metadata.dimensions.width,
    "height": metadata.dimensions.height
  }`

/**
 * Matches an image that a page can show. An image of a translation without a picture has that of its original, which the
 * reader fills in from `pictures` (pictures.ts).
 */
export const hasPicture = '(defined(asset) || $language != "en")'

/** An image with alternative text and a caption. */
export const figure = `_key, alt, caption, ${image}` as const

/** The target of a link: a page with its slug or key, or an outside address. `hrefOf` returns its address. */
const target =
  '"page": page->{_type, "slug": coalesce(slug.current, key)}, view, query, anchor, url' as const

/** An object's link. */
export const link = `"to": destination{${target}}` as const

/** A block of Portable Text with links, or a table. `walk` fills in the facts, as in texts without a projection. */
export const richBlock = `
  ...,
  _type == "block" => {"markDefs": coalesce(markDefs[]{_key, _type, ${target}}, [])}
` as const

/** The image of a document's page in shared links: its own, or that of its original. */
export const sharedImage = `coalesce(
  seo.image,
  select($language != "en" => *[_type == "translation.metadata" && references(^._id)][0]
    .translations[language == "en"][0].value->seo.image)
){${image}}` as const

/** Data for search engines and shared links. seo/meta.ts replaces what is missing with the site's own. */
export const seo = `
  "seo": {
    "title": coalesce(seo.title, title, ""),
    "description": seo.description,
    "intro": coalesce(intro, description, subtitle),
    "image": ${sharedImage}
  }` as const

/** A key feature with its text. */
export const keyFeature = '_key, title, icon, text'

/** A call-to-action card: its texts, its targets, and the values that it prefills in the target form. */
export const joinCard = `
  title,
  text,
  button,
  target,
  secondButton,
  secondTarget,
  interests,
  customInterest,
  businessType` as const

/** The texts of the commission calculator and of its answer. */
export const calculator = `
  title,
  submit,
  answer,
  keepLabel,
  shareLabel,
  legendKept,
  legendBetween,
  legendTaken,
  legendExcluded` as const

/** The steps that follow after a form is sent. */
export const nextSteps = `next{title, "steps": coalesce(steps[]{${keyFeature}}, [])}` as const

/** A question with its answer. `slug` is its anchor. */
export const faqEntry = `
  "slug": slug.current,
  ...${translated('faqEntry')}{
    _id,
    language,
    question,
    answer[]{${richBlock}},
    "keywords": coalesce(keywords, [])
  }
` as const

/** A branch with its rate (null without a commission) and the path of its first page (or null). */
export const branch = `
  _id,
  hue,
  commission{low, high},
  "path": "/services/" + *[_type == "servicePage" && branch._ref == ^._id] | order(order asc)[0].slug.current,
  ...${translated('branch')}{language, name, tagline, summary, note}
` as const
