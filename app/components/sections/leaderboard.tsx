import type { LeaderboardContent } from '../../content/shapes.ts'

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})

/** Renders the challenge's leaderboard, labeled as an example. */
export function Leaderboard({ leaderboard }: { leaderboard: LeaderboardContent }) {
  const { title, note, entries } = leaderboard
  if (!entries.length) return null
  return (
    <section className="shell grid gap-x-8 gap-y-6 py-16 lg:grid-cols-12 lg:py-24">
      <div className="lg:col-span-4">
        <h2 id="leaderboard" className="text-2xl">
          {title}
        </h2>
        <p id="leaderboard-note" className="mt-3 max-w-[23.1em] text-muted">
          {note}
        </p>
      </div>
      <table
        className="leaderboard lg:col-span-8"
        aria-labelledby="leaderboard"
        aria-describedby="leaderboard-note"
      >
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">Position</span>
            </th>
            <th scope="col">Name</th>
            <th scope="col">Referrals</th>
            <th scope="col">Earnings</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ _key, position, name, referrals, earnings }) => (
            <tr key={_key}>
              <td className="font-display text-xl semibold text-brand">{position}</td>
              <th scope="row">{name}</th>
              <td>{referrals}</td>
              <td>{dollars.format(earnings)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
