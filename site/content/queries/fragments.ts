// Pieces of GROQ that several queries share. `as const` keeps the type of composed pieces literal: TypeScript finds
// the generated type of a result by the query's exact text.

/** Matches documents in the language of the page. Documents without a language are in English. */
export const inLanguage = 'coalesce(language, "en") == $language'

/** The settings that all languages share, for use inside any projection. Only the English document has them. */
export const facts = '*[_type == "siteSettings" && _id == "siteSettings"][0]'

/** The settings in the language of the page, or in English without a translation. */
export const settings =
  `coalesce(*[_type == "siteSettings" && language == $language][0], ${facts})` as const

/** Returns an English text that the content lacks. On pages in other languages, it has marks (words/marks.ts). */
export const inEnglish = <const Text extends string>(text: Text) =>
  `select($language == "en" => "${text}", "\ue000${text}\ue001")` as const

/** Returns a text of the settings. English ones have marks on pages in other languages. */
export const settingsText = <const Name extends string>(name: Name) =>
  `select(coalesce(${settings}.language, "en") == $language => ${settings}.${name}, "\ue000" + ${settings}.${name} + "\ue001")` as const

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

/** Parts of the settings: their facts, and their texts in the language of the page. */
const launch =
  `{...${facts}.launch, ...${settings}.launch, "language": ${settings}.language}` as const
export const offer =
  `{...${facts}.offer, ...${settings}.offer, "language": ${settings}.language}` as const
export const payouts = `${settings}{
  language,
  "minimum": ${facts}.payouts.minimum,
  "schedule": payouts.schedule,
  "methods": payouts.methods
}` as const
export const contact = `${settings}{
  language,
  "facts": ${facts}.contact,
  "texts": contact
}{
  language,
  "email": facts.email,
  "phone": facts.phone,
  "chatUrl": facts.chatUrl,
  "phoneHours": texts.phoneHours,
  "chatHours": texts.chatHours,
  "responseTime": texts.responseTime
}` as const

/** The challenge: its dates, and its texts in the language of the page. */
const challenge = `{
  ...*[_type == "affiliateProgramme" && defined(challenge.startsAt)][0].challenge,
  ...coalesce(
    *[_type == "affiliateProgramme" && language == $language && defined(challenge)][0],
    *[_type == "affiliateProgramme" && defined(challenge.startsAt)][0]
  ){...challenge, language}
}` as const

/** The numbers of an affiliate programme, and its challenge. */
export const programmeNumbers = `
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
    ...${translated('affiliateProgramme')}{
      language,
      "winnerTitle": challenge.winnerTitle,
      "sentences": challenge.sentences,
      "next": challenge.next
    }
  })` as const

/** A form's privacy note. */
export const privacy = `${settings}{
  language,
  "text": formPrivacy.text,
  "label": formPrivacy.label
}` as const

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
        ^.fact == "winnerTitle" => coalesce(
          *[_type == "affiliateProgramme" && language == $language
            && defined(challenge.winnerTitle)][0].challenge.winnerTitle,
          challenge.winnerTitle
        )
      )}.value,
      "timeZone": programme->challenge.timeZone,
      "language": select(fact == "winnerTitle" => coalesce(
        *[_type == "affiliateProgramme" && language == $language
          && defined(challenge.winnerTitle)][0].language,
        programme->language
      ), $language)
    },
    _type == "datedSentence" => {
      "of": select(
        about == "launch" => ${launch},
        about == "offer" => ${offer},
        about == "challenge" => ${challenge}
      ),
      "timeZone": ${facts}.timeZone,
      "words": *[_type == "words" && ${inLanguage}][0].facts
    },
    _type == "siteFact" => {
      "value": select(
        fact == "launchMonth" => coalesce(${settings}.launch.monthWords, ${facts}.launch.month),
        fact == "launchPlace" => ${settings}.launch.place,
        fact == "offerDeadline" => ${facts}.offer.deadline,
        fact == "offerBenefit" => ${settings}.offer.benefit,
        fact == "payoutMinimum" => ${facts}.payouts.minimum,
        fact == "payoutSchedule" => ${settings}.payouts.schedule,
        fact == "payoutMethods" => ${settings}.payouts.methods,
        fact == "reviewTime" => ${settings}.reviewTime,
        fact == "responseTime" => ${settings}.contact.responseTime,
        fact == "email" => ${facts}.contact.email,
        fact == "phone" => ${facts}.contact.phone.display
      ),
      "language": select(fact == "email" => $language, ${settings}.language)
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

/** The image of a document's page in shared links: its own, that of its original, or the one of the settings. */
export const sharedImage = `coalesce(
  seo.image,
  select($language != "en" => *[_type == "translation.metadata" && references(^._id)][0]
    .translations[language == "en"][0].value->seo.image),
  ${facts}.sharingImage
){${image}}` as const

/**
 * Data for search engines and shared links. If the description is missing, seo/meta.ts uses the intro or the
 * settings.
 */
export const seo = `
  "seo": {
    "title": coalesce(seo.title, title, ${settings}.slogan, ""),
    "description": seo.description,
    "intro": coalesce(intro[]{${block}}, description[]{${block}}, intro, subtitle),
    "image": ${sharedImage}
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
  ...${translated('branch')}{language, name, tagline, summary, note[]{${block}}}
` as const

/** The live metrics: their ranges, and their texts in the language of the page. */
export const dashboard = `select(defined(${facts}.dashboard) => ${settings}{
  language,
  "texts": dashboard,
  "facts": ${facts}.dashboard
}{
  "_type": facts._type,
  language,
  "source": facts.source,
  "title": texts.title,
  "badge": texts.badge,
  "shopsActive": {"label": texts.shopsActive.label, "range": facts.shopsActive.range},
  "visitToSignup": {"label": texts.visitToSignup.label, "range": facts.visitToSignup.range},
  "expectedOrders": {
    "label": texts.expectedOrders.label,
    "base": facts.expectedOrders.base,
    "perDay": facts.expectedOrders.perDay,
    "since": facts.expectedOrders.since,
    "cap": facts.expectedOrders.cap
  },
  "signupMinutes": {"label": texts.signupMinutes.label, "range": facts.signupMinutes.range},
  "lastPing": {"label": texts.lastPing.label, "range": facts.lastPing.range},
  "joinedToday": {"label": texts.joinedToday.label, "range": facts.joinedToday.range},
  "dailyCounter": {
    "label": texts.dailyCounter.label,
    "range": facts.dailyCounter.range,
    "step": facts.dailyCounter.step
  },
  "counts": {
    "title": texts.counts.title,
    "since": texts.counts.since,
    "total": texts.counts.total,
    "today": texts.counts.today,
    "waitlist": texts.counts.waitlist,
    "onboarding": texts.counts.onboarding,
    "affiliate": texts.counts.affiliate,
    "timeZone": facts.counts.timeZone
  }
})` as const
