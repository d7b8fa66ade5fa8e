import type { LeadIndex } from '../index/lead-index.ts'
import type { LeadSource } from '../index/open-index.ts'

/** What the process can be asked. */
export type Call = 'list' | 'figures' | 'funnel' | 'version' | 'forget'

/**
 * What goes to the process: first where leads are, and after how many milliseconds without anything to do it
 * tells so; then what it is asked.
 */
export type Request =
  | { open: LeadSource; idleMs: number }
  | { id: number; call: Call; argument: unknown }

/** What comes back. */
export type Answer =
  | { idle: true }
  | { id: number; answer: unknown }
  | { id: number; error: { name: string; message: string } }

/** What a call is given and gives. */
export type Argument<Name extends Call> = Parameters<LeadIndex[Name]>[0]
export type Result<Name extends Call> = Awaited<ReturnType<LeadIndex[Name]>>
