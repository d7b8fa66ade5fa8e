import * as z from 'zod'

/** A value and the number of leads that have it, for the charts. */
const counted = z.object({ value: z.string(), leads: z.int() })

export const leadMetricsQuery = z.strictObject({
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  form: z.string().max(100).optional(),
})
export type LeadMetricsQuery = z.infer<typeof leadMetricsQuery>

export const leadMetrics = z.object({
  days: z.array(z.object({ day: z.string(), form: z.string(), leads: z.int() })),
  interests: z.array(counted),
  services: z.array(counted),
  businessTypes: z.array(counted),
  cities: z.array(counted),
  sources: z.array(counted),
  campaigns: z.array(counted),
  languages: z.array(counted),
  /** Number of leads by the seconds until the endpoint accepted them, at most `upTo`; null without an endpoint. */
  timeToDeliver: z.array(z.object({ upTo: z.number().nullable(), leads: z.int() })).nullable(),
  statuses: z.array(counted),
  /** Total number of leads in the period. */
  total: z.int(),
  contacted: z.int(),
})
export type LeadMetrics = z.infer<typeof leadMetrics>

/** Numbers of the steps from a page view to an accepted lead, by campaign. */
export const funnel = z.object({
  campaigns: z.array(
    z.object({
      campaign: z.string(),
      seen: z.int(),
      opened: z.int(),
      stored: z.int(),
      contacted: z.int(),
      accepted: z.int(),
    }),
  ),
})
export type Funnel = z.infer<typeof funnel>
