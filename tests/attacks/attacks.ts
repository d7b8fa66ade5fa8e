import type { Attack } from './attack.ts'
import { heldUpgrades } from './connections/held-upgrades.ts'
import { idleConnections, idleConnectionsFromMany } from './connections/idle.ts'
import { otherProtocols } from './connections/other-protocols.ts'
import { resetUpgrades } from './connections/reset-upgrades.ts'
import { resets } from './connections/resets.ts'
import { slowReaders } from './connections/slow-readers.ts'
import { slowForms, slowHeaders, slowQueries } from './connections/slow-requests.ts'
import { privateContent } from './content-api/private.ts'
import { abandonedResponses, longNames, unreadResponses } from './content-api/responses.ts'
import { doubledStrings, longStrings, patterns } from './content-api/strings.ts'
import { deepNesting, functions, joins, references } from './content-api/work.ts'
import { formsFromMany, honeypotForms, invalidForms, validForms } from './forms/floods.ts'
import { heavyForms } from './forms/heavy-forms.ts'
import { abandonedImages } from './images/abandoned.ts'
import { blurs } from './images/blurs.ts'
import { invalidImages } from './images/invalid-images.ts'
import { rangeRequests } from './images/ranges.ts'
import { smallVariants } from './images/small-variants.ts'
import { guessing } from './login/guessing.ts'
import { heavySignIns } from './login/heavy-sign-ins.ts'
import { previewAddresses } from './pages/preview-addresses.ts'
import { previewCookie } from './pages/preview-cookie.ts'
import { searches } from './pages/searches.ts'
import { unknownAddresses } from './pages/unknown-addresses.ts'
import { chunkedTricks } from './requests/chunked.ts'
import { manyCookies } from './requests/cookies.ts'
import { headerFloods } from './requests/header-floods.ts'
import { malformedUrls } from './requests/malformed-urls.ts'
import { wrongMethods } from './requests/methods.ts'
import { pipelinedForms, pipelinedPages, pipelinedSearches } from './requests/pipelining.ts'
import { liveEvents, liveEventsFromMany, unreadStreams } from './streams/live-events.ts'

/** All attacks, in the order in which they run. Image attacks are first, while few image variants are cached. */
export const attacks: readonly Attack[] = [
  blurs,
  smallVariants,
  abandonedImages,
  invalidImages,
  rangeRequests,
  resetUpgrades,
  heldUpgrades,
  resets,
  otherProtocols,
  slowHeaders,
  slowForms,
  slowQueries,
  slowReaders,
  idleConnections,
  idleConnectionsFromMany,
  headerFloods,
  manyCookies,
  chunkedTricks,
  wrongMethods,
  malformedUrls,
  pipelinedPages,
  pipelinedSearches,
  pipelinedForms,
  unknownAddresses,
  searches,
  previewCookie,
  previewAddresses,
  validForms,
  invalidForms,
  honeypotForms,
  formsFromMany,
  heavyForms,
  guessing,
  heavySignIns,
  privateContent,
  doubledStrings,
  longStrings,
  patterns,
  longNames,
  unreadResponses,
  abandonedResponses,
  deepNesting,
  joins,
  references,
  functions,
  unreadStreams,
  liveEvents,
  liveEventsFromMany,
]
