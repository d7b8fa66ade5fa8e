import { createRequestHandler } from '@remix-run/express'
import type { AppLoadContext } from '@remix-run/node'
import type { Request, RequestHandler } from 'express'
import { formAt } from '../app/leads/forms.ts'
import { showError } from './development.ts'
import { createFormPage } from './form-page.ts'
import type { Pages } from './pages.ts'

/** Answers, and resolves once the answer has been written or handed on. */
type RenderHandler = (...handled: Parameters<RequestHandler>) => Promise<unknown>

/** Hands requests to the routes of the site, submissions on the shorter way of `createFormPage`. */
export function routeRequests(
  build: Pages['build'],
  mode: string,
  contextOf: (request: Request) => AppLoadContext,
): RenderHandler {
  const site = createRequestHandler({ build, mode, getLoadContext: contextOf }) as RenderHandler
  // While developing, each request may have a build of its own, or none.
  if (typeof build === 'function') {
    return (req, res, next) => site(req, res, (error) => showError(error, req, res, next))
  }

  const forms = new Map<string, RenderHandler>()
  return (request, response, next) => {
    const { method, path } = request
    if (method !== 'POST' || !formAt(path)) return site(request, response, next)
    let form = forms.get(path)
    if (!form) {
      form = createFormPage(path, build, mode, contextOf)
      forms.set(path, form)
    }
    return form(request, response, next)
  }
}
