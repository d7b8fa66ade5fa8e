import type { ReactNode } from 'react'
import type { Branch, Figure } from '../../content/shapes.ts'
import { Link } from '../link.tsx'
import { rangeText } from '../text/facts.ts'
import { Text } from '../text/text.tsx'
import { ScreenPanel } from './screen-panel.tsx'

interface BranchHeroProps {
  eyebrow: ReactNode
  title: string
  subtitle: string
  branch: Branch | null
  /** Words of the link to what is left after the commission; absent: there is none. */
  calculator: string | null
  /** A screen of the app. */
  figure: Figure | null
  children: ReactNode
}

/** The opening of a service's page with its branch's commission, beside a panel in the branch's colour. */
export function BranchHero(props: BranchHeroProps) {
  const { eyebrow, title, subtitle, branch, calculator, figure, children } = props
  return (
    <div
      className="shell grid gap-10 pt-10 pb-16 lg:grid-cols-12 lg:gap-8 lg:pt-16 lg:pb-24"
      data-hue={branch?.hue}
    >
      <div className="lg:col-span-7 lg:pt-8">
        {eyebrow}
        <h1 className="mt-4 text-3xl">{title}</h1>
        <p className="mt-5 max-w-[17.7em] font-display text-xl semibold text-branch">{subtitle}</p>
        <div className="mt-6">{children}</div>
        <Commission branch={branch} calculator={calculator} />
      </div>
      <ScreenPanel figure={figure} hue={branch?.hue} largest className="lg:col-span-5" />
    </div>
  )
}

/** The range and what moves it; where there is none, what holds instead. */
function Commission({ branch, calculator }: Pick<BranchHeroProps, 'branch' | 'calculator'>) {
  const range = rangeText(branch?.commission)
  if (!branch?.note && !range) return null
  return (
    <dl className="branch-commission">
      <dt className="text-sm semibold">Commission</dt>
      {range && <dd className="font-display text-2xl semibold text-branch">{range}</dd>}
      <dd className="text-sm text-muted">
        <Text value={branch?.note} />
        {range && calculator && (
          <Link
            href={`/business/commission/calculator?branch=${branch?.hue}`}
            className="text-link"
          >
            {calculator}
          </Link>
        )}
      </dd>
    </dl>
  )
}
