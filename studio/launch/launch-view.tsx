import { Box, Card, Flex, Heading, Stack, Text } from '@sanity/ui'
import { StaffProvider } from '../staff.tsx'
import { Note } from '../ui/controls.tsx'
import { Loaded } from '../ui/states.tsx'
import { List, ToolPage } from '../ui/tool-page.tsx'
import { ItemRow } from './item-row.tsx'
import { openItems, type Section } from './items.ts'
import { LinkCheck } from './link-check.tsx'
import { launchCache, useLaunch } from './use-launch.ts'

/** The Launch tool: a checklist with open items and done items. */
export default function LaunchView() {
  return (
    <StaffProvider cache={launchCache}>
      <ToolPage title="Launch" data-testid="launch-tool">
        <Checklist />
        <LinkCheck />
      </ToolPage>
    </StaffProvider>
  )
}

function Checklist() {
  const query = useLaunch()
  return (
    <Loaded query={query}>
      {(sections) => (
        <>
          <Summary left={openItems(sections)} all={sections.flatMap(({ items }) => items).length} />
          {sections.map((section) => (
            <SectionList key={section.title} {...section} />
          ))}
        </>
      )}
    </Loaded>
  )
}

const track = {
  height: 6,
  borderRadius: 3,
  overflow: 'hidden',
  background: 'var(--card-border-color)',
}
const bar = { height: '100%', borderRadius: 3, background: 'var(--card-focus-ring-color)' }

function Summary({ left, all }: { left: number; all: number }) {
  return (
    <Stack space={4}>
      <Text role="status">
        {left === 0 ? 'All done. You’re ready to launch.' : `${left} of ${all} left`}
      </Text>
      <Flex aria-hidden style={track}>
        <Box style={{ ...bar, width: `${(1 - left / all) * 100}%` }} />
      </Flex>
      <Note>Based on published content and server settings. Updates automatically.</Note>
    </Stack>
  )
}

/** A section with its open items first. Apart from that, items keep their order. */
function SectionList({ title, items }: Section) {
  const sorted = [...items].sort((a, b) => Number(a.isDone) - Number(b.isDone))
  return (
    <Stack space={4}>
      <Heading as="h2" size={1}>
        {title}
      </Heading>
      <Card border radius={3} overflow="hidden">
        <List space={0}>
          {sorted.map((item, index) => (
            <ItemRow key={item.key} item={item} isFirst={index === 0} />
          ))}
        </List>
      </Card>
    </Stack>
  )
}
