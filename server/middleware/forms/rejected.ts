import type { Request } from 'express'
import type { Leads } from 'halvi-leads'
import type { SiteRoute } from '../../remix/site-routes.ts'

/** Takes note of a submission that was answered with this status before any form has seen it. */
export type OnRejected = (request: Request, status: number) => void

/**
 * Counts it with those that the forms themselves answer; a path without a form as `none`.
 */
export function countRejected(
  leads: Pick<Leads, 'answered'>,
  routeAt: (path: string) => SiteRoute | undefined,
): OnRejected {
  return (request, status) => leads.answered(routeAt(request.path)?.formName() ?? 'none', status)
}
