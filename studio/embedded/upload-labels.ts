import { defineLocaleResourceBundle } from 'sanity'

/**
 * What the Studio says of an upload that the server refuses, in place of its advice to look at the
 * console. The limits are those of the embedded lake.
 */
export const uploadLabels = defineLocaleResourceBundle({
  locale: 'en-US',
  namespace: 'studio',
  resources: {
    'asset-sources.common.uploader.upload-failed.description':
      'Pictures are JPEG, PNG, WebP, GIF, AVIF, TIFF or SVG files of at most 50 MB and 100 megapixels.',
  },
})
