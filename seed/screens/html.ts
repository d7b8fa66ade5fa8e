/** Returns the markup of a template. Joins arrays, and renders false, null, and undefined as nothing. */
export function html(parts: TemplateStringsArray, ...values: unknown[]): string {
  return String.raw({ raw: parts }, ...values.map(text))
}

function text(value: unknown): string {
  if (Array.isArray(value)) return value.map(text).join('')
  return value === false || value === undefined || value === null ? '' : String(value)
}
