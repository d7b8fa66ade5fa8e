import * as z from 'zod'

/** Erases all data about an email address. `confirm` repeats the address, typed by the user. */
export const erasure = z.strictObject({
  email: z.string().max(300),
  confirm: z.string().max(300),
  /** Whether `[erased]` replaces the address in the fields and notes of other leads. */
  mentions: z.enum(['keep', 'redact']).default('keep'),
})
export const erased = z.object({
  erased: z.int(),
  /** Number of other leads in which the address was replaced. */
  redacted: z.int(),
  remaining: z.string(),
})
export type Erased = z.infer<typeof erased>

/** Mentions of an address outside its own leads: in other leads, and in saved views, which are deleted with it. */
export const mentions = z.object({
  leads: z.array(
    z.object({
      id: z.string(),
      form: z.string(),
      /** Keys of fields that mention the address; `messages` for the messages to the person. */
      fields: z.array(z.string()),
      /** Ids of notes that mention the address. */
      notes: z.array(z.string()),
    }),
  ),
  /** Whether more leads mention the address than are listed. */
  more: z.boolean(),
  views: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type Mentions = z.infer<typeof mentions>

/** Requests everything that is stored about an email address. */
export const addressQuery = z.strictObject({ email: z.string().max(300) })
