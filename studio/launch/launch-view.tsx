import { Box, Card, Container, Flex, Heading, Stack, Text } from '@sanity/ui'
import { StaffProvider } from '../leads/api/staff-context.tsx'
import { Failure } from '../leads/failure.tsx'
import { Loading } from '../leads/loading.tsx'
import { ItemRow } from './item-row.tsx'
import { openItems, type Section } from './items.ts'
import { useLaunch } from './use-launch.ts'

/** The tool Launch: what is left to do, and what is done. */
export default function LaunchView() {
  return (
    <StaffProvider>
      <Card height="fill" overflow="auto" data-testid="launch-tool">
        <Container width={2}>
          <Stack space={5} paddingX={4} paddingY={5} style={oneColumn}>
            <Heading as="h1" size={2}>
              Launch
            </Heading>
            <Checklist />
          </Stack>
        </Container>
      </Card>
    </StaffProvider>
  )
}

function Checklist() {
  const { sections, error, retry } = useLaunch()
  if (!sections) return error === undefined ? <Loading /> : <Failure error={error} retry={retry} />
  const all = sections.flatMap(({ items }) => items).length
  const left = openItems(sections)
  return (
    <>
      <Stack space={4}>
        <Text role="status">
          {left === 0
            ? 'Everything is done that a launch needs.'
            : `${left} of ${all} things are left to do.`}
        </Text>
        <Progress done={all - left} all={all} />
        <Text muted size={1}>
          As it is published and set now; it changes here by itself.
        </Text>
      </Stack>
      {sections.map((section) => (
        <SectionOf key={section.title} section={section} />
      ))}
    </>
  )
}

/** What is left first, each part in its own order. */
function SectionOf({ section: { title, items } }: { section: Section }) {
  const sorted = [...items.filter(({ isDone }) => !isDone), ...items.filter(({ isDone }) => isDone)]
  return (
    <Stack space={4}>
      <Heading as="h2" size={1}>
        {title}
      </Heading>
      <Card border radius={3} overflow="hidden">
        <Stack as="ul" style={list}>
          {sorted.map((item, index) => (
            <ItemRow key={item.key} item={item} isFirst={index === 0} />
          ))}
        </Stack>
      </Card>
    </Stack>
  )
}

/** How much is done, as a bar: the sentence beside it says the same. */
function Progress({ done, all }: { done: number; all: number }) {
  return (
    <Flex aria-hidden style={track}>
      <Box style={{ ...bar, width: `${(done / all) * 100}%` }} />
    </Flex>
  )
}

/** As wide as the page and no wider, however long a word is. */
const oneColumn = { gridTemplateColumns: 'minmax(0, 1fr)' }
const list = { ...oneColumn, listStyle: 'none', margin: 0, padding: 0 }
const track = {
  height: 6,
  borderRadius: 3,
  overflow: 'hidden',
  background: 'var(--card-border-color)',
}
const bar = { height: '100%', borderRadius: 3, background: 'var(--card-focus-ring-color)' }
