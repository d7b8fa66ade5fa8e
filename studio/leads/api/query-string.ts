/** Parameters of a request: several values of a name one after the other, absent ones left out. */
export function queryString(
  values: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>,
): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue
    for (const one of Array.isArray(value) ? value : [value]) params.append(name, String(one))
  }
  return params.toString()
}
