import { inflateRawSync } from 'node:zlib'

/** Parses CSV (RFC 4180), one character at a time; for tests. */
export function parseCsv(text: string): string[][] {
  const table: string[][] = [[]]
  let [cell, quoted] = ['', false]
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (quoted && character === '"' && text[at + 1] === '"') cell += text[at++]
    else if (character === '"') quoted = !quoted
    else if (quoted) cell += character
    else if (character === ',' || character === '\r') {
      table.at(-1)?.push(cell)
      cell = ''
      if (character === '\r' && text[++at] === '\n' && at + 1 < text.length) table.push([])
    } else cell += character
  }
  return table
}

/**
 * Returns the text that spreadsheets show for a cell of our CSV; for tests.
 *
 * @throws Error for a cell that they would read as a formula, number, date, or boolean
 */
export function shownText(cell: string): string {
  const guard = /'(?=[=+\-@＝＋－＠])/
  const [, text] = /^="((?:[^"]|"")*)"$/s.exec(cell) ?? []
  const isChanged =
    // Behind any character that can separate columns or rows.
    /[,;\t|\r\n"'][ \u00a0]*[=+\-@＝＋－＠]/.test(cell.replace(/^="|'(?=[=+\-@＝＋－＠])/g, '*')) ||
    (text === undefined &&
      (/^[=+\-@#＝＋－＠]|^(true|false)$/i.test(cell) ||
        (cell.length <= 40 && /^[^@\r\n]*\p{N}[^@\r\n]*$/u.test(cell) && !guard.test(cell))))
  if (isChanged) throw new Error(`Spreadsheets change ${JSON.stringify(cell)}`)
  return text?.replaceAll('""', '"') ?? cell.replace(/'(?=[=+\-@＝＋－＠])/g, '')
}

/** Returns the files of a ZIP archive, from its central directory (APPNOTE 4.3). */
function unzip(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const files = new Map<string, string>()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [size, nameLength] = [archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28)]
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const header = archive.readUInt32LE(at + 42)
    const start =
      header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28)
    const data = archive.subarray(start, start + size)
    const isStored = archive.readUInt16LE(at + 10) === 0
    files.set(name, String(isStored ? data : inflateRawSync(data)))
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return files
}

/** Returns the cells of the sheet in a workbook as Excel reads them, with dates in ISO 8601; for tests. */
export function parseWorkbook(workbook: Buffer, columns: number): string[][] {
  const files = unzip(workbook)
  const strings = [
    ...(files.get('xl/sharedStrings.xml') ?? '').matchAll(
      /<si><t( xml:space="preserve")?>([^<]*)<\/t><\/si>/g,
    ),
  ].map(([, isKept, text = '']) => read(isKept ? text : text.trim()))
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? ''
  if (/<f[ >]/.test(sheet)) throw new Error('The sheet has a formula')
  return [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) => {
    const cells = new Array<string>(columns).fill('')
    for (const [, column = '', isText, value] of row.matchAll(
      /<c r="([A-Z]+)\d+"(?: s="\d+")?( t="s")?><v>([\d.]+)<\/v><\/c>/g,
    )) {
      const time = Math.round((Number(value) - 25_569) * 86_400_000)
      cells[columnIndex(column)] = isText
        ? (strings[Number(value)] ?? '')
        : new Date(time).toISOString()
    }
    return cells
  })
}

/** Returns a column's index: A is 0, Z is 25, AA is 26. */
const columnIndex = (column: string) =>
  [...column].reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1

const read = (text: string) =>
  text
    .replace(/_x([0-9A-F]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
