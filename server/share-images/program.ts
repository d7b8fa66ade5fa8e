import { serveWorker } from 'halvi-runtime/processes/serve-worker'
import sharp from 'sharp'
import type { SharedPage } from '../../app/seo/share-image.ts'
import { drawShareImage } from './draw.ts'

// The images are stored on disk, so sharp's cache is not needed. One thread leaves the other processors to visitors.
sharp.cache(false)
sharp.concurrency(1)

serveWorker({
  run: (page) => drawShareImage(page as SharedPage),
  serializeError: (error) => ({ message: String(error) }),
})
