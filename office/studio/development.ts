import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Router } from 'express'
import { asyncHandler } from 'halvi-kit/http/async-handler'
import type { Settings } from 'halvi-site/settings/settings'
import type { OfficeOptions } from '../options.ts'
import { pageFor, type Studio } from './studio.ts'

/**
 * Returns the Studio as served from its sources. It has no Content-Security-Policy because Vite's own scripts would
 * violate it.
 */
export function developmentStudio(
  settings: Pick<Settings, 'SANITY_PROJECT_ID' | 'SANITY_DATASET'>,
  { studio }: Pick<NonNullable<OfficeOptions['development']>, 'studio'>,
): Studio {
  const router = Router()
  router.use(
    asyncHandler(async (req, res, next) => {
      const { middlewares } = await studio()
      // Vite expects the full path of the request.
      req.url = req.originalUrl
      middlewares(req, res, next)
    }),
  )
  router.use(
    asyncHandler(async (req, res) => {
      const vite = await studio()
      const file = readFileSync(join(vite.config.root, 'index.html'), 'utf8')
      const page = await vite.transformIndexHtml(req.originalUrl, pageFor(settings, file))
      res.set('Cache-Control', 'no-store').type('html').send(page)
    }),
  )
  return { handle: router, close: () => {} }
}
