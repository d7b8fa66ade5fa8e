import type { Endpoint } from './endpoint.ts'
import { exportEndpoints } from './endpoints/exports.ts'
import { figureEndpoints } from './endpoints/figures.ts'
import { launchEndpoints } from './endpoints/launch.ts'
import { leadEndpoints } from './endpoints/leads.ts'
import { peopleEndpoints } from './endpoints/people.ts'
import { personalDataEndpoints } from './endpoints/personal-data.ts'
import { previewLinkEndpoints } from './endpoints/preview-links.ts'
import { viewEndpoints } from './endpoints/views.ts'

/** Every endpoint of the API. */
export function allEndpoints(): Endpoint[] {
  return [
    ...personalDataEndpoints,
    ...exportEndpoints,
    ...figureEndpoints,
    ...leadEndpoints,
    ...viewEndpoints,
    ...peopleEndpoints,
    ...launchEndpoints,
    ...previewLinkEndpoints,
  ]
}
