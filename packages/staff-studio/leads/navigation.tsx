import { Box, Card, Flex } from '@sanity/ui'
import type { Permission } from 'halvi-leads/permissions'
import { useStateLink } from 'sanity/router'
import { SmallButton } from '../ui/controls.tsx'
import { useMay } from './people.ts'
import { useLeadsUrl, type View, viewState } from './use-leads-url.ts'

const views: { view: View; title: string; needs: Permission }[] = [
  { view: 'list', title: 'Leads', needs: 'leads:read' },
  { view: 'messages', title: 'Messages', needs: 'leads:read' },
  { view: 'credits', title: 'Referrals', needs: 'leads:read' },
  { view: 'figures', title: 'Metrics', needs: 'leads:read' },
  { view: 'waves', title: 'Waves', needs: 'waves:send' },
  { view: 'notice', title: 'Notifications', needs: 'leads:read' },
]

/** Scrolls a link into the visible part of the bar, which is narrow on a phone. */
const reveal = (link: HTMLElement | null) =>
  link?.scrollIntoView({ inline: 'center', block: 'nearest' })

/** The navigation between the views of the Leads tool. */
export function Navigation() {
  const { view: shown } = useLeadsUrl()
  const current = shown === 'person' ? 'list' : shown
  const may = useMay()
  return (
    <Card as="nav" aria-label="Leads" borderBottom>
      <Box paddingX={3} paddingY={2} overflow="auto">
        <Flex gap={1}>
          {views
            .filter(({ view, needs }) => view === 'list' || may(needs))
            .map(({ view, title }) => (
              <ViewLink key={view} view={view} title={title} isCurrent={view === current} />
            ))}
        </Flex>
      </Box>
    </Card>
  )
}

interface ViewLinkProps {
  view: View
  title: string
  isCurrent: boolean
}

const ViewLink = ({ view, title, isCurrent }: ViewLinkProps) => (
  <SmallButton
    {...useStateLink({ state: viewState(view) })}
    as="a"
    mode="bleed"
    text={title}
    ref={isCurrent ? reveal : undefined}
    selected={isCurrent}
    aria-current={isCurrent ? 'page' : undefined}
    style={{ whiteSpace: 'nowrap' }}
  />
)
