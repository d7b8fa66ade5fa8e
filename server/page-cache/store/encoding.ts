import Negotiator from 'negotiator'

/** A content coding of RFC 9110, section 8.4.1. */
export type Coding = 'br' | 'gzip' | 'identity'

const known = new Map<string, readonly Coding[]>()
const mostKnown = 100

/**
 * The codings that a client takes, the best first, by its Accept-Encoding header (RFC 9110, section
 * 12.5.3). `identity` always comes last: who refuses even that still gets an answer.
 */
export function codingsFor(header: string | undefined): readonly Coding[] {
  if (header === undefined) return ['identity']
  let codings = known.get(header)
  if (!codings) {
    codings = parse(header)
    // A handful of browsers makes all visitors; whoever invents headers must not fill the memory.
    if (known.size < mostKnown) known.set(header, codings)
  }
  return codings
}

function parse(header: string): readonly Coding[] {
  const accepted = new Negotiator({ headers: { 'accept-encoding': header } }).encodings([
    'br',
    'gzip',
    'x-gzip',
  ])
  const codings = accepted.map((coding) => (coding === 'x-gzip' ? 'gzip' : coding))
  // Ours alone decides between those that are taken: brotli is smaller than gzip.
  return [...(['br', 'gzip'] as const).filter((coding) => codings.includes(coding)), 'identity']
}
