import { serveWorker } from 'halvi-runtime/processes/serve-worker'
import sharp from 'sharp'
import type { SharedPage } from '../../app/seo/share-image.ts'
import { drawShareImage } from './draw.ts'

// What is drawn is kept on disk; the other processors are for visitors.
sharp.cache(false)
sharp.concurrency(1)

serveWorker({
  run: (page) => drawShareImage(page as SharedPage),
  toAnswer: (error) => ({ message: String(error) }),
})
