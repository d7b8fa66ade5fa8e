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
  const qualities = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    qualities.set(name === 'x-gzip' ? 'gzip' : name, q === undefined ? 1 : Number(q))
  }
  const quality = (coding: Coding) => qualities.get(coding) ?? qualities.get('*') ?? 0
  // Ours alone decides between those that are taken: brotli is smaller than gzip.
  const taken = (['br', 'gzip'] as const).filter((coding) => quality(coding) > 0)
  return [...taken, 'identity']
}
