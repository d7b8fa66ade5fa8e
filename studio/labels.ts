import { defineLocaleResourceBundle } from 'sanity'

const labels = (namespace: string, resources: Record<string, string>) =>
  defineLocaleResourceBundle({ locale: 'en-US', namespace, resources })

/** Used in messages if the Studio has not loaded the title yet. For example, after a deleted document is restored. */
export const titleLabel = labels('structure', {
  'panes.document-operation-results.operation-undefined-title': 'The document',
})

/** Shown for a release that was not published at its time. Sanity's title says that it was not scheduled. */
export const releaseLabels = labels('releases', {
  'failed-schedule-title': 'Not published at its time',
})

/**
 * Shown when the server rejects an upload, beside the reason (`UploadReasons`). Sanity's default message refers users to
 * the console. The limits are those of the embedded lake.
 */
export const uploadLabels = labels('studio', {
  'asset-sources.common.uploader.upload-failed.description':
    'Upload a JPEG, PNG, WebP, GIF, AVIF, TIFF, or SVG image of up to 50 MB and 50 megapixels.',
})
