import * as contract from 'halvi-leads/contract'
import { endpoint } from '../endpoint.ts'
import { found, ProblemError } from '../problem.ts'

const permission = 'waves:send'
/** Enough for ten thousand ids. */
const maxBodyBytes = 512 * 1024

/** Endpoints for waves of invitations. */
export const waveEndpoints = [
  endpoint('GET /waves', 'Returns the newest waves of invitations with their progress', {
    permission,
    response: contract.waves,
    handle: async ({ leads }) => ({ waves: await leads.waves.list() }),
  }),
  endpoint('POST /waves/preview', 'Returns whom a wave would invite, and a sample of the message', {
    permission,
    maxBodyBytes,
    body: contract.wavePeople,
    response: contract.wavePreview,
    handle: ({ by, body, leads }) => leads.waves.preview(body, by),
  }),
  endpoint('POST /waves', 'Creates a wave of invitations, once for each id', {
    permission,
    maxBodyBytes,
    body: contract.newWave,
    response: contract.wave,
    handle: ({ by, body, leads }) => leads.waves.create(body, by),
  }),
  endpoint('PATCH /waves/:id', 'Pauses, resumes, or cancels a wave', {
    permission,
    body: contract.waveChange,
    response: contract.wave,
    async handle({ by, id, body, leads }) {
      const wave = await leads.waves.change(id, body.action, by)
      if (typeof wave === 'object') return wave
      found(wave !== 'missing', 'This wave does not exist')
      throw new ProblemError(409, `This wave is ${wave}. Reload the list`)
    },
  }),
]
