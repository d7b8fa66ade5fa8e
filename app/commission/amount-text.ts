const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
})

/** An amount such as $5,000 or $4,750.50. */
export function amountText(amount: number): string {
  return dollars.format(amount).replace(/\.00$/, '')
}

/** Such as $4,500 to $4,750; one amount where both ends are the same. */
export function amountsText([least, most]: readonly [number, number]): string {
  return least === most ? amountText(most) : `${amountText(least)} to ${amountText(most)}`
}

/** Fills values into a sentence of the content in place of their names, such as `{sales}`; other names stay. */
export function fillIn(sentence: string, values: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  )
}
