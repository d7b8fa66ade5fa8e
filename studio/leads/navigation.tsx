import { Box, Card, Flex } from '@sanity/ui'
import type { Permission } from 'halvi-leads/permissions'
import type { MouseEvent } from 'react'
import { SmallButton } from '../ui/controls.tsx'
import { useMay } from './people.ts'
import { useLeadsUrl, type View } from './use-leads-url.ts'

const views: { view: View; title: string; needs: Permission }[] = [
  { view: 'list', title: 'Leads', needs: 'leads:read' },
  { view: 'messages', title: 'Messages', needs: 'leads:read' },
  { view: 'credits', title: 'Referrals', needs: 'leads:read' },
  { view: 'figures', title: 'Metrics', needs: 'leads:read' },
  { view: 'waves', title: 'Waves', needs: 'waves:send' },
  { view: 'audit', title: 'Audit log', needs: 'audit:read' },
  { view: 'retention', title: 'Retention', needs: 'retention:change' },
  { view: 'notice', title: 'Notifications', needs: 'leads:read' },
]

/** Scrolls a link into the visible part of the bar, which is narrow on a phone. */
const reveal = (link: HTMLElement | null) =>
  link?.scrollIntoView({ inline: 'center', block: 'nearest' })

/** The navigation between the views of the Leads tool. */
export function Navigation() {
  const { view: shown, hrefOf, go } = useLeadsUrl()
  const current = shown === 'person' ? 'list' : shown
  const may = useMay()
  const follow = (event: MouseEvent, view: View) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    go(view)
  }
  return (
    <Card as="nav" aria-label="Leads" borderBottom>
      <Box paddingX={3} paddingY={2} overflow="auto">
        <Flex gap={1}>
          {views
            .filter(({ view, needs }) => view === 'list' || may(needs))
            .map(({ view, title }) => (
              <SmallButton
                key={view}
                as="a"
                href={hrefOf(view)}
                mode="bleed"
                text={title}
                ref={view === current ? reveal : undefined}
                selected={view === current}
                aria-current={view === current ? 'page' : undefined}
                onClick={(event: MouseEvent) => follow(event, view)}
                style={{ whiteSpace: 'nowrap' }}
              />
            ))}
        </Flex>
      </Box>
    </Card>
  )
}
