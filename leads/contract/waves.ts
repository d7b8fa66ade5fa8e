import * as z from 'zod'
import { leadFilter, person } from './contract.ts'

const waveStates = [
  ...(['preparing', 'running', 'paused', 'asking', 'done'] as const),
  ...(['canceling', 'canceled'] as const),
]

/** The people that a wave invites: the next ones on the list, or of those with leads that match a filter or have these ids. */
export const wavePeople = z.strictObject({
  count: z.int().min(1).max(1_000_000),
  filter: leadFilter.optional(),
  ids: z.array(z.string().max(100)).min(1).max(10_000).optional(),
})
export type WavePeople = z.infer<typeof wavePeople>

export const wavePreview = z.object({
  total: z.int(),
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
  /** By default now. */
  startsAt: z.iso.datetime({ offset: true }).optional(),
})
export type NewWave = z.infer<typeof newWave>

export const wave = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(waveStates),
  /** Why staff are asked: it is more than a day late, or the database was restored or copied. */
  reason: z.enum(['late', 'restored']).nullable(),
  perHour: z.int(),
  startsAt: z.string(),
  nextAt: z.string(),
  /** Number of people to invite, of whom `prepared` have a message. */
  size: z.int(),
  prepared: z.int(),
  createdAt: z.string(),
  by: person,
  /** Number of messages by state. */
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
