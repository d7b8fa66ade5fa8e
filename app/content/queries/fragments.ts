// Pieces of GROQ that several queries share. `as const` keeps the type of composed pieces literal: TypeScript finds
// the generated type of a result by the query's exact text.

/** The site settings, for use inside any projection. */
export const settings = '*[_type == "siteSettings"][0]'

/** An image in the shape that @sanity/image-url expects and its size in pixels. */
export const image = `
  crop,
  hotspot,
  "asset": asset->{
    _id,
    "width": metadata.dimensions.width,
    "height": metadata.dimensions.height
  }`

/** An image with alternative text and a caption. */
export const figure = `_key, alt, caption, ${image}` as const

/**
 * A block of Portable Text with the values of the facts that it refers to. A value is null if it was removed. A
 * sentence about a date contains the dated object; the reader fills in the current sentence (walk.ts).
 */
export const block = `
  ...,
  "children": coalesce(children[]{
    ...,
    _type == "commissionRange" => {
      "branch": branch->{name, "low": commission.low, "high": commission.high}
    },
    _type == "programmeFact" => {
      "value": programme->{"value": select(
        ^.fact == "rate" => rate,
        ^.fact == "rateMonths" => rateMonths,
        ^.fact == "orderLimit" => orderLimit,
        ^.fact == "minimumFollowers" => minimumFollowers,
        ^.fact == "participants" => challenge.participants,
        ^.fact == "days" => challenge.days,
        ^.fact == "startsAt" => challenge.startsAt,
        ^.fact == "winnerTitle" => challenge.winnerTitle
      )}.value,
      "timeZone": programme->challenge.timeZone
    },
    _type == "datedSentence" => {
      "of": select(
        about == "launch" => ${settings}.launch,
        about == "offer" => ${settings}.offer,
        about == "challenge" => *[_type == "affiliateProgramme" && defined(challenge)][0].challenge
      ),
      "timeZone": ${settings}.timeZone
    },
    _type == "siteFact" => {
      "value": ${settings}{"value": select(
        ^.fact == "launchMonth" => coalesce(launch.monthWords, launch.month),
        ^.fact == "launchPlace" => launch.place,
        ^.fact == "offerDeadline" => offer.deadline,
        ^.fact == "offerBenefit" => offer.benefit,
        ^.fact == "payoutMinimum" => payouts.minimum,
        ^.fact == "payoutSchedule" => payouts.schedule,
        ^.fact == "payoutMethods" => payouts.methods,
        ^.fact == "reviewTime" => reviewTime,
        ^.fact == "responseTime" => contact.responseTime,
        ^.fact == "email" => contact.email,
        ^.fact == "phone" => contact.phone.display
      )}.value
    }
  }, [])` as const

/** The target of a link: a page with the fields of its path, or an outside address. `hrefOf` returns its address. */
const target = '"page": page->{_type, "slug": slug.current, key}, view, query, anchor, url' as const

/** An object's link. */
export const link = `"to": destination{${target}}` as const

/** A block of Portable Text with facts and links, or a table. */
export const richBlock = `
  ...,
  _type == "block" => {
    ${block},
    "markDefs": coalesce(markDefs[]{_key, _type, ${target}}, [])
  }
` as const

/**
 * Data for search engines and shared links. If the description is missing, seo/meta.ts uses the intro or the
 * settings.
 */
export const seo = `
  "seo": {
    "title": coalesce(seo.title, title, ${settings}.slogan, ""),
    "description": seo.description,
    "intro": coalesce(intro[]{${block}}, description[]{${block}}, intro, subtitle),
    "image": coalesce(seo.image, ${settings}.sharingImage){${image}}
  }` as const

/** A key feature with its text. */
export const keyFeature = `_key, title, icon, text[]{${block}}` as const

/** A call-to-action card: its texts, its targets, and the values that it prefills in the target form. */
export const joinCard = `
  title,
  text[]{${block}},
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
export const faqEntry =
  `_id, question, "slug": slug.current, answer[]{${richBlock}}, "keywords": coalesce(keywords, [])` as const

/** A branch with its rate (null without a commission) and the path of its first page (or null). */
export const branch = `
  _id,
  name,
  hue,
  tagline,
  summary,
  commission{low, high},
  note[]{${block}},
  "path": "/services/" + *[_type == "servicePage" && branch._ref == ^._id] | order(order asc)[0].slug.current
` as const
