/** Whether a sentence has no other `{places}` than those that are filled in. */
export function checkPlaces(value: string | undefined, known: readonly string[]): true | string {
  const names = Array.from((value ?? '').matchAll(/\{(\w*)\}/g), ([, name = '']) => name)
  const unknown = names.find((name) => !known.includes(name))
  return unknown === undefined || `{${unknown}} is filled in by nothing.`
}
