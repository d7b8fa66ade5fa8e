import { defineLocaleResourceBundle } from 'sanity'

/** Stands in messages for a title that the Studio has not read yet, as when a deleted document was just restored. */
export const titleLabel = defineLocaleResourceBundle({
  locale: 'en-US',
  namespace: 'structure',
  resources: { 'panes.document-operation-results.operation-undefined-title': 'The document' },
})
