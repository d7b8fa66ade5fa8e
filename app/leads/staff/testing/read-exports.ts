import { inflateRawSync } from 'node:zlib'

/** A table as CSV (RFC 4180), read a character at a time; for tests. */
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

/** The files of a ZIP archive, by its central directory (APPNOTE 4.3); for tests. */
export function unzip(archive: Buffer): Map<string, string> {
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

/** The text of a sheet's cells, as Excel reads it, of so many columns; for tests. */
export function parseSheet(sheet: string, columns: number): string[][] {
  return [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) => {
    const cells = new Array<string>(columns).fill('')
    const cell =
      /<c r="([A-Z]+)\d+" t="inlineStr"><is><t( xml:space="preserve")?>([^<]*)<\/t><\/is><\/c>/g
    for (const [, column = '', isKept, text = ''] of row.matchAll(cell)) {
      cells[placeOf(column)] = read(isKept ? text : text.trim())
    }
    return cells
  })
}

/** A is 0, Z is 25, AA is 26. */
const placeOf = (column: string) =>
  [...column].reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1

const read = (text: string) =>
  text
    .replace(/_x([0-9A-F]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
