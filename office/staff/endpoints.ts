import type { StaffEndpoint } from './endpoint.ts'
import { applicantEndpoints } from './endpoints/applicants.ts'
import { leadEndpoints } from './endpoints/leads.ts'
import { peopleEndpoints } from './endpoints/people.ts'
import { personalDataEndpoints } from './endpoints/personal-data.ts'
import { waveEndpoints } from './endpoints/waves.ts'

/** All endpoints of the API. */
export const allEndpoints: readonly StaffEndpoint[] = [
  ...personalDataEndpoints,
  ...leadEndpoints,
  ...applicantEndpoints,
  ...peopleEndpoints,
  ...waveEndpoints,
]
