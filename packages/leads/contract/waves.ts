import * as z from 'zod'
import { person } from './staff.ts'

/** Maximum number of people in a wave. */
const maxWavePeople = 10_000

/** The people that a wave invites: those with these leads, or the first ones on the list. */
export const wavePeople = z.strictObject({
  count: z.int().min(1).max(maxWavePeople),
  ids: z.array(z.string().max(100)).min(1).max(maxWavePeople).optional(),
})
export type WavePeople = z.infer<typeof wavePeople>

export const wavePreview = z.object({
  total: z.int(),
  /** Number of people by the code of their language. */
  languages: z.record(z.string(), z.int()),
  /** The first people, with their places on the list. */
  people: z.array(z.object({ name: z.string(), rank: z.int() })),
  /** Number of people who are not invited, by reason: `unconfirmed`, `invited`, `unsubscribed`, or `refused`. */
  leftOut: z.record(z.string(), z.int()),
  /** The message to the first person; null if it cannot be shown now. */
  sample: z.object({ subject: z.string(), text: z.string(), html: z.string() }).nullable(),
})
export type WavePreview = z.infer<typeof wavePreview>

/** A new wave. A second request with the same id creates nothing. */
export const newWave = wavePeople.extend({
  id: z.string().regex(/^[\w-]{20,64}$/),
  name: z.string().trim().min(1).max(100),
  perHour: z.int().min(1).max(100_000),
})
export type NewWave = z.infer<typeof newWave>

export const wave = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(['running', 'paused', 'done', 'canceling', 'canceled']),
  perHour: z.int(),
  /** Number of invitations. */
  size: z.int(),
  createdAt: z.string(),
  by: person,
  /** Number of invitations by state. */
  progress: z.object({
    waiting: z.int(),
    sending: z.int(),
    sent: z.int(),
    bounced: z.int(),
    failed: z.int(),
    suppressed: z.int(),
    erased: z.int(),
    canceled: z.int(),
  }),
})
export type Wave = z.infer<typeof wave>
export const waves = z.object({ waves: z.array(wave) })

const actions = ['pause', 'resume', 'cancel'] as const
export const waveChange = z.strictObject({ action: z.enum(actions) })
export type WaveAction = (typeof actions)[number]
