import type { Attack } from './attack.ts'
import { heldUpgrades } from './connections/held-upgrades.ts'
import { idleConnections, idleConnectionsOfMany } from './connections/idle.ts'
import { otherProtocols } from './connections/other-protocols.ts'
import { resetUpgrades } from './connections/reset-upgrades.ts'
import { resets } from './connections/resets.ts'
import { slowReaders } from './connections/slow-readers.ts'
import { slowForms, slowHeaders, slowQueries } from './connections/slow-requests.ts'
import { abandonedAnswers, longNames, unreadAnswers } from './content-api/answers.ts'
import { privateContent } from './content-api/private.ts'
import { doubledStrings, longStrings, patterns } from './content-api/strings.ts'
import { deepNesting, functions, joins, references } from './content-api/work.ts'
import { formsOfMany, rightForms, trappedForms, wrongForms } from './forms/floods.ts'
import { heavyForms } from './forms/heavy-forms.ts'
import { guessing } from './login/guessing.ts'
import { heavySignIns } from './login/heavy-sign-ins.ts'
import { previewAddresses } from './pages/preview-addresses.ts'
import { previewCookie } from './pages/preview-cookie.ts'
import { searches } from './pages/searches.ts'
import { unknownAddresses } from './pages/unknown-addresses.ts'
import { abandonedPictures } from './pictures/abandoned.ts'
import { blurs } from './pictures/blurs.ts'
import { oddPictures } from './pictures/odd-pictures.ts'
import { rangeRequests } from './pictures/ranges.ts'
import { smallVariants } from './pictures/small-variants.ts'
import { chunkedTricks } from './requests/chunked.ts'
import { manyCookies } from './requests/cookies.ts'
import { damagedAddresses } from './requests/damaged-addresses.ts'
import { headerFloods } from './requests/header-floods.ts'
import { wrongMethods } from './requests/methods.ts'
import { pipelinedForms, pipelinedPages, pipelinedSearches } from './requests/pipelining.ts'
import { liveEvents, liveEventsOfMany, unreadStreams } from './streams/live-events.ts'
import { metricStreams } from './streams/live-metrics.ts'

/** All attacks, in the order in which they run. Image attacks are first, while few image variants are cached. */
export const attacks: readonly Attack[] = [
  blurs,
  smallVariants,
  abandonedPictures,
  oddPictures,
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
  idleConnectionsOfMany,
  headerFloods,
  manyCookies,
  chunkedTricks,
  wrongMethods,
  damagedAddresses,
  pipelinedPages,
  pipelinedSearches,
  pipelinedForms,
  unknownAddresses,
  searches,
  previewCookie,
  previewAddresses,
  rightForms,
  wrongForms,
  trappedForms,
  formsOfMany,
  heavyForms,
  guessing,
  heavySignIns,
  privateContent,
  metricStreams,
  doubledStrings,
  longStrings,
  patterns,
  longNames,
  unreadAnswers,
  abandonedAnswers,
  deepNesting,
  joins,
  references,
  functions,
  unreadStreams,
  liveEvents,
  liveEventsOfMany,
]
