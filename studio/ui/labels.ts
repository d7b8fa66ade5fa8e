import { defineLocaleResourceBundle } from 'sanity'

const labels = (namespace: string, resources: Record<string, string>) =>
  defineLocaleResourceBundle({ locale: 'en-US', namespace, resources })

/** Stands in messages for a title that the Studio has not read yet, as when a deleted document was just restored. */
export const titleLabel = labels('structure', {
  'panes.document-operation-results.operation-undefined-title': 'The document',
})

/**
 * Shown for an upload that the server rejects, in place of the Studio's advice to look at the console. The limits are
 * those of the embedded lake.
 */
export const uploadLabels = labels('studio', {
  'asset-sources.common.uploader.upload-failed.description':
    'Pictures are JPEG, PNG, WebP, GIF, AVIF, TIFF or SVG files of at most 50 MB and 100 megapixels.',
})
