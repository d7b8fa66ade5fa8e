// Pieces of GROQ that several queries share. `as const` keeps composed ones literal: the generated
// types are looked up by the exact text of a query.

/** The site settings, from inside any projection. */
export const settings = '*[_type == "siteSettings"][0]'

/** An image ready for @sanity/image-url, with its size in pixels and a blurred placeholder. */
export const image = `
  crop,
  hotspot,
  "asset": asset->{
    _id,
    "width": metadata.dimensions.width,
    "height": metadata.dimensions.height,
    "lqip": metadata.lqip
  }`

/** A picture with the words that stand for it. */
export const figure = `_key, alt, caption, ${image}` as const

/**
 * A block of Portable Text whose facts carry the values that they refer to, null where those were removed. A sentence
 * about a date carries its object: the reader fills in the words that are true (with-sentences.ts).
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
        ^.fact == "payoutMethods" => select(
          count(payouts.methods) > 1 =>
            array::join(payouts.methods[0..-2], ", ") + " or " + payouts.methods[-1],
          payouts.methods[0]
        ),
        ^.fact == "reviewTime" => reviewTime,
        ^.fact == "responseTime" => contact.responseTime,
        ^.fact == "email" => contact.email,
        ^.fact == "phone" => contact.phone.display
      )}.value
    }
  }, [])` as const

/** Data for search engines and shared links. A missing description falls back to intro and settings, see seo/meta.ts. */
export const seo = `
  "seo": {
    "title": coalesce(seo.title, title, ${settings}.slogan, ""),
    "description": seo.description,
    "intro": coalesce(intro[]{${block}}, description[]{${block}}, intro, subtitle),
    "image": coalesce(seo.image, ${settings}.sharingImage){${image}}
  }` as const

/** The same for the landing page, whose query has to fit into an address: Sanity's CDN answers GET alone. */
export const landingSeo = `
  "seo": {
    "title": coalesce(seo.title, title, ${settings}.slogan, ""),
    "description": seo.description,
    "intro": subtitle,
    "image": coalesce(seo.image, ${settings}.sharingImage){${image}}
  }` as const

/** A key feature with its text. */
export const keyFeature = `_key, title, text[]{${block}}` as const

/** A card that asks a reader to join, where it leads and what it fills in there. */
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

/** What happens once a form is sent. */
export const nextSteps = `next{title, "steps": coalesce(steps[]{${keyFeature}}, [])}` as const

/** A question with its answer; `slug` is its anchor. */
export const faqEntry =
  `_id, question, "slug": slug.current, answer[]{${block}}, "keywords": coalesce(keywords, [])` as const

/** A branch with its rate (null without commission) and the path of its first page (or null). */
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
