import { afterEach } from 'vitest'
import type { shareCachedSite } from '../share-cached-site.ts'

type Document = { _id: string; _type: string }

/** Returns functions that change the content of a site. After each test, the content is as it was. */
export function shareEdits(cached: ReturnType<typeof shareCachedSite>) {
  const changed = new Map<string, Document | undefined>()
  afterEach(async () => {
    for (const [id, document] of changed) {
      if (document) await cached.lake.editor.createOrReplace(document)
      else await cached.lake.editor.delete(id)
    }
    changed.clear()
  })

  const create = async (document: Document & Record<string, unknown>) => {
    changed.set(document._id, undefined)
    await cached.lake.editor.createOrReplace(document)
  }
  return {
    create,
    edit: async (id: string, fields: Record<string, unknown>) => {
      if (!changed.has(id)) changed.set(id, await cached.lake.editor.getDocument(id))
      await cached.lake.editor.patch(id).set(fields).commit()
    },
    remove: async (id: string) => {
      changed.set(id, await cached.lake.editor.getDocument(id))
      await cached.lake.editor.delete(id)
    },
    /** Creates a page with an address in English and Arabic. */
    createPage: async (slug: string, also: Record<string, unknown>[] = []) => {
      const page = (language?: string) => ({
        ...{ _id: `own${language ? `-${language}` : ''}`, _type: 'page', title: `Own ${language}` },
        ...(language ? { language } : { slug: { _type: 'slug', current: slug } }),
        sections: [
          { _type: 'heroSection', _key: 'h', title: `Hero ${language}`, placement: 'beside' },
        ],
      })
      await create(page())
      await create(page('ar'))
      await create({
        ...{ _id: 'translations-own', _type: 'translation.metadata' },
        translations: [reference('en', 'own'), reference('ar', 'own-ar'), ...also],
      })
    },
  }
}

/** Returns the entry of a document in a list of translations. */
export const reference = (language: string, _ref: string, _key = language) => ({
  ...{ _key, _type: 'internationalizedArrayReferenceValue', language },
  value: { _type: 'reference', _ref, _weak: true },
})
