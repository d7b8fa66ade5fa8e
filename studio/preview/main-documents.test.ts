import { expect, it } from 'vitest'
import { mainDocuments } from './main-documents.ts'

/** Returns the resolver that the Preview tool takes for a path: the first whose route matches. */
const resolverOf = (path: string) =>
  mainDocuments.find(({ route }) => {
    const pattern = String(route)
      .replace(/:\w+\(([^)]+)\)/g, '($1)')
      .replace(/:\w+\+/g, '.+')
      .replace(/:\w+/g, '[^/]+')
    return new RegExp(`^${pattern}$`).test(path)
  })

it('expects a document for the paths of pages, but not for the steps of the preview', () => {
  for (const step of ['enable', 'open', 'share', 'disable']) {
    expect(resolverOf(`/preview/${step}`)?.resolve?.({} as never)).toBeUndefined()
    expect(resolverOf(`/preview/${step}`)).not.toHaveProperty('filter')
  }
  for (const path of ['/', '/ar', '/ar/faq/x', '/support/help', '/preview', '/ramadan/2027']) {
    const { type, filter } = (resolverOf(path) ?? {}) as { type?: string; filter?: unknown }
    expect(type ?? filter).toBeTruthy()
  }
})
