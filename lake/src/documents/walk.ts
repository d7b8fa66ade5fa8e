import { isRecord } from './values.ts'

/** Calls `visit` for every object in a JSON value with its path, such as `hero.images[2]`, outermost first. */
export function walk(
  value: unknown,
  visit: (object: Record<string, unknown>, path: string) => void,
  path = '',
): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) walk(item, visit, `${path}[${index}]`)
  } else if (isRecord(value)) {
    visit(value, path)
    for (const [key, item] of Object.entries(value))
      walk(item, visit, path ? `${path}.${key}` : key)
  }
}
