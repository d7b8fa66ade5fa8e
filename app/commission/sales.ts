/** The least and the most that can be asked about, in whole US dollars a month. */
export const salesLimits = { least: 1, most: 10_000_000 } as const

/** Digits of other scripts by the code of their zero: Arabic-Indic, Persian, Devanagari, Bengali. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6]

/** Reads an amount in whole dollars: 5000, $5,000, 5,000.50, full-width or Arabic-Indic digits. Else undefined. */
export function readSales(text: string): number | undefined {
  const plain = text
    // Full-width digits, signs and blanks become ordinary ones.
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, latinDigit)
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',')
    .replace(/\s/g, '')
    .replace(/^(US\$|USD|\$)|USD$/i, '')
  if (!/^(\d+|\d{1,3}(,\d{2,3})*,\d{3})(\.\d*)?$/.test(plain)) return undefined
  const sales = Math.round(Number(plain.replaceAll(',', '')))
  return sales >= salesLimits.least && sales <= salesLimits.most ? sales : undefined
}

function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const zero = zeros.find((first) => code >= first && code < first + 10)
  return zero === undefined ? digit : String(code - zero)
}
