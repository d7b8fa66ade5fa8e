/** The offer of the English page, elements without texts for visitors, other elements, comments, and texts. */
const parts =
  /<aside [^>]*data-offer="en"[\s\S]*?<\/aside>|<(?:script|style|svg)\b[^>]*>[\s\S]*?<\/(?:script|style|svg)>|<!--[\s\S]*?-->|<[^>]*>|[^<]+/g

/** Attributes that visitors read or hear, and those that search engines show. */
const attributes = / (?:alt|aria-label|aria-description|title|placeholder)="([^"]*)"/g
const described = /^<meta (?:name|property)="(?:description|og:\w+|twitter:\w+)" content="([^"]*)"/
/** Properties with a name, an address, or a code. */
const codes = /"(?:og:url|og:image|og:type|og:locale|og:site_name|twitter:card|twitter:image)"/

/** Texts that all languages share. */
const shared: readonly RegExp[] = [
  // Names: the brand, social networks, English in the switch of languages, and samples of the leaderboard.
  /\bHalvi(?:,? (?:Inc\.?|LLC))?/g,
  /\b(?:Instagram|LinkedIn|TikTok|Facebook|YouTube)\b/g,
  /\bEnglish\b/g,
  // Addresses, and hashtags.
  /\b[\w.+-]+@[\w.-]+\w/g,
  /https?:\/\/\S+/g,
  /#\w+/g,
  // Dates and lists, in the format of the locale `en-XA`.
  /\bCentral (?:Daylight|Standard) Time\b/g,
  /(?<=⟧,? )(?:and|or)(?= ⟦)/g,
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/g,
  /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/g,
  /\b(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b|\b(?:AM|PM|C[DS]?T|UTC|GMT)\b|\bat\b/g,
  // Durations.
  /\b\d+ (?:minutes?|hr|sec)\b|\b\d+ ?(?:s|m|h|d|min) ago\b/g,
]

const unescaped = (text: string) =>
  text
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replace(/&[a-z]+;/g, ' ')

/**
 * Returns the texts of a page or a message in a pseudo-language that have English words, without those that all
 * languages share.
 */
export function englishTexts(html: string, others: readonly RegExp[] = []): string[] {
  return textsOf(html).filter((text) => {
    const rest = [...shared, ...others].reduce((left, known) => left.replace(known, ''), text)
    return /[a-z]{2}/i.test(rest)
  })
}

/** Returns the texts of a page that visitors see, hear, or find with a search engine. */
function textsOf(html: string): string[] {
  return (html.match(parts) ?? []).flatMap((part) => {
    if (part.includes('data-offer="en"')) return []
    if (!part.startsWith('<')) return part.trim() ? [unescaped(part).trim()] : []
    const texts = [...part.matchAll(attributes)].map(([, text = '']) => unescaped(text))
    const meta = codes.test(part) ? undefined : described.exec(part)?.[1]
    return meta === undefined ? texts : [...texts, unescaped(meta)]
  })
}
