const head = /HTTP\/1\.[01] (\d{3})[^\r]*\r\n([\s\S]*?)\r\n\r\n/g

/** More than any head that the site sends. */
const longestHead = 8_000

/** Reads the heads of answers out of what comes over one connection, however it is cut up. */
export class AnswerHeads {
  #tail = ''

  /** The answers whose heads have become whole with this piece. */
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
