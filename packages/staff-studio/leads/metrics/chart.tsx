import { Flex } from '@sanity/ui'
import type { LeadMetrics } from 'halvi-leads/contract'
import { Note } from '../../ui/controls.tsx'
import { numberText, Section } from './numbers.tsx'
import { binsOf, type Period, startText } from './period.ts'

const height = 180

/** A chart of the number of leads by day, week, or month. */
export function Chart({ days, period }: { days: LeadMetrics['days']; period: Period }) {
  const { step, bins } = binsOf(days, period)
  const highest = Math.max(1, ...bins.map(({ total }) => total))
  const title = `Leads by ${step}`
  const values = bins.map(({ start, total }) => ({
    ...{ start, total },
    text: `${startText(start, step)}: ${numberText(total)}`,
  }))
  const filled = values.filter(({ total }) => total > 0).map(({ text }) => text)
  return (
    <Section title={title}>
      <Flex
        role="img"
        aria-label={[title, ...filled].join(', ')}
        align="flex-end"
        style={{ height, borderBottom: '1px solid var(--card-border-color)' }}
      >
        {values.map(({ start, total, text }) => (
          <div key={start} title={text} style={{ flex: 1, height: '100%', display: 'flex' }}>
            <div style={{ ...bar, height: `${(total / highest) * 100}%` }} />
          </div>
        ))}
      </Flex>
      <Flex justify="space-between" aria-hidden>
        {[bins[0], bins.at(-1)].map(
          (bin) => bin && <Note key={bin.start}>{startText(bin.start, step)}</Note>,
        )}
      </Flex>
    </Section>
  )
}

const bar = {
  alignSelf: 'flex-end',
  flex: 1,
  marginInline: '10%',
  background: 'var(--card-focus-ring-color)',
}
