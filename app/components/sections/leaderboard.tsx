import { useLanguage } from 'halvi-site/language/context'
import { numberText } from 'halvi-site/language/numbers'
import { amountText } from 'halvi-site/text/amounts'
import { useWords } from 'halvi-site/words/context'
import type { LeaderboardData } from '../../metrics/leaderboard.ts'

/** Renders the challenge's leaderboard. Sample entries are labeled as examples, and have earnings. */
export function Leaderboard({ leaderboard }: { leaderboard: LeaderboardData }) {
  const words = useWords().programs
  const { locale } = useLanguage()
  const { title, note, entries } = leaderboard
  const hasEarnings = entries.some(({ earnings }) => earnings !== undefined)
  return (
    <section className="shell grid gap-x-8 gap-y-6 py-16 lg:grid-cols-12 lg:py-24">
      <div className="lg:col-span-4">
        <h2 id="leaderboard" className="text-2xl">
          {title ?? words.leaderboard}
        </h2>
        <p id="leaderboard-note" className="mt-3 max-w-note text-muted">
          {note ?? (entries.length > 0 ? words.leaderboardNote : words.leaderboardEmpty)}
        </p>
      </div>
      {entries.length > 0 && (
        <table
          className="leaderboard lg:col-span-8"
          aria-labelledby="leaderboard"
          aria-describedby="leaderboard-note"
        >
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{words.position}</span>
              </th>
              <th scope="col">{words.name}</th>
              <th scope="col">{words.referrals}</th>
              {hasEarnings && <th scope="col">{words.earnings}</th>}
            </tr>
          </thead>
          <tbody>
            {entries.map(({ position, name, referrals, earnings }) => (
              <tr key={`${position} ${name}`}>
                <td className="font-display text-xl semibold text-brand">{position}</td>
                <th scope="row">
                  <bdi>{name || words.participant}</bdi>
                </th>
                <td>{numberText(referrals, locale)}</td>
                {earnings !== undefined && <td>{amountText(Math.round(earnings), locale)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
