import type { WavePeople } from 'halvi-leads/contract'

/** The values of the form for a new wave. */
interface WaveDraft {
  name: string
  count: string
  perHour: string
  /** The leads whose people are invited, and their description; absent for the whole list. */
  leads: { target: Pick<WavePeople, 'ids'>; text: string } | undefined
}

/** The form before any input. */
export const firstDraft: WaveDraft = {
  name: 'Invitations',
  count: '50',
  perHour: '100',
  leads: undefined,
}
