const head = /HTTP\/1\.[01] (\d{3})[^\r]*\r\n([\s\S]*?)\r\n\r\n/g

/** Longer than any response head of the site, in characters. */
const longestHead = 8_000

/** Parses the response heads in the data of one connection. A head may span several chunks. */
export class ResponseHeads {
  #tail = ''

  /** Returns the responses whose heads this chunk completes. */
  read(piece: Buffer): { status: number; headers: string }[] {
    const text = this.#tail + piece.toString('latin1')
    const found: { status: number; headers: string }[] = []
    let end = 0
    for (const match of text.matchAll(head)) {
      found.push({ status: Number(match[1]), headers: match[2] ?? '' })
      end = match.index + match[0].length
    }
    this.#tail = text.slice(Math.max(end, text.length - longestHead))
    return found
  }
}
