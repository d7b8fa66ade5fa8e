/** Refuses braces around anything but these names; true when there is nothing to say. */
export function checkPlaceholders(text: string | undefined, names: readonly string[]) {
  const unknown = (text?.match(/[{}][^{}]*\}?/g) ?? []).find(
    (part) => !names.includes(/^\{(\w+)\}$/.exec(part)?.[1] ?? ''),
  )
  if (unknown === undefined) return true
  return `${unknown} means nothing here. These do: ${names.map((name) => `{${name}}`).join(', ')}.`
}
