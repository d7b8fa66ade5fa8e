import { ArrivalToast } from './arrival-toast.tsx'
import { Countdown } from './countdown.tsx'
import { LateScreenshots } from './late-screenshots.tsx'
import { LiveCard } from './metrics/live-card.tsx'
import { LiveMetrics } from './metrics/live-metrics.tsx'
import { RotatingWords } from './rotating-words.tsx'
import { ShareLink } from './share-link.tsx'

/** Every component that also runs in the browser. All islands are in one script file. */
export const islands = {
  ArrivalToast,
  Countdown,
  LateScreenshots,
  LiveCard,
  LiveMetrics,
  RotatingWords,
  ShareLink,
}
