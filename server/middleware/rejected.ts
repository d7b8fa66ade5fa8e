import type { Request } from 'express'
import { formAt } from '../../app/leads/forms/forms.ts'
import type { Leads } from '../../app/leads/leads.ts'

/** Takes note of a submission that was answered with this status before any form has seen it. */
export type OnRejected = (request: Request, status: number) => void

/** Counts it with those that the forms themselves answer; a path without a form as `none`. */
export function countRejected(leads: Pick<Leads, 'answered'>): OnRejected {
  return (request, status) => leads.answered(formAt(request.path)?.name ?? 'none', status)
}
