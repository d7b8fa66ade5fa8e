import type { AffiliatesContent, Challenge, Program } from 'halvi-site/content/shapes'
import { sentenceOf } from 'halvi-site/dates/sentence'
import { hasEnded } from 'halvi-site/dates/state'
import { useFactTexts, useWords } from 'halvi-site/words/context'
import type { LeaderboardData } from '../../metrics/leaderboard.ts'
import { Link } from '../link.tsx'
import { Text } from '../text/text.tsx'
import { ChallengeCountdown } from './challenge-countdown.tsx'
import { FeatureList } from './feature-list.tsx'
import { waitlistAddress } from './join-address.ts'
import { Leaderboard } from './leaderboard.tsx'
import { MoreDetails } from './more-details.tsx'
import { ProgramFacts } from './program-facts.tsx'
import { Steps } from './steps.tsx'

interface ProgramViewProps {
  program: Program
  page: AffiliatesContent
  leaderboard: LeaderboardData | null
  /** The time when the page was rendered, in milliseconds since 1970. */
  now: number
}

/** Renders one program: its numbers, benefits, and steps, and the button to apply. */
export function ProgramView({ program, page, leaderboard, now }: ProgramViewProps) {
  const { key, benefits, steps, applyButton, eligibility, challenge } = program
  const { countdownTitle, countdownOver, countdownEnded } = page
  const isOver = challenge !== null && hasEnded(challenge, now)
  const texts = useFactTexts()
  const words = useWords().programs
  const next = isOver ? challenge.next : null
  const hasDate = challenge !== null && !isOver && !Number.isNaN(Date.parse(challenge.startsAt))
  const copy = { before: countdownTitle, during: countdownOver, after: countdownEnded }
  const countdown = challenge && <ChallengeCountdown challenge={challenge} now={now} copy={copy} />
  const board = leaderboard && <Leaderboard leaderboard={leaderboard} />
  return (
    <>
      {hasDate && countdown}
      <div className="shell py-14 lg:py-20">
        <ProgramFacts program={program} rateNote={page.rateNote} now={now} />
        <div className="mt-10 flex flex-wrap items-center gap-x-6 gap-y-4">
          <Link href={next ? nextAddress(next) : `/affiliate/apply/${key}`} className="button">
            {next?.button ?? applyButton ?? words.apply}
          </Link>
          <Text value={eligibility} className="semibold" />
        </div>
      </div>
      <div className="bg-sunken">
        <FeatureList title={page.benefitsTitle ?? words.benefits} features={benefits} />
      </div>
      <Steps title={page.stepsTitle ?? words.steps} steps={steps} />
      {hasDate || !challenge ? (
        board
      ) : (
        <MoreDetails
          title={sentenceOf(challenge, '', now, texts) || countdownEnded || countdownTitle}
        >
          {countdown}
          {board}
        </MoreDetails>
      )}
    </>
  )
}

/**
 * Returns the address to sign up for news of the next challenge: the waitlist, which asks for less than an
 * application.
 */
function nextAddress({ customInterest, title }: NonNullable<Challenge['next']>): string {
  return waitlistAddress({
    interests: ['joinAffiliate'],
    customInterest: customInterest || title,
  })
}
