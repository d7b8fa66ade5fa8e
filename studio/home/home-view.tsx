import { Heading, Stack, Text } from '@sanity/ui'
import { StaffProvider } from 'halvi-staff-studio'
import { List, ListCard, Loaded, Note, ToolPage } from 'halvi-staff-studio/ui'
import { type ReactNode, useId } from 'react'
import { useCurrentUser } from 'sanity'
import { StateLink, useLink, useRouter } from 'sanity/router'
import { type Item, useAttention } from './attention.ts'
import { GuidePage } from './guide.tsx'
import { guides } from './guides.ts'

/** The start screen for editors: what waits for them, and guides for common tasks. */
export default function HomeView() {
  const { guide: name } = useRouter().state
  const guide = guides.find((one) => one.name === name)
  if (guide) return <GuidePage guide={guide} />
  return (
    <StaffProvider>
      <ToolPage title="Home" width={1} data-testid="home-tool">
        <Section title="Needs attention">
          <Attention />
        </Section>
        <Guides />
      </ToolPage>
    </StaffProvider>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Stack as="section" space={4} aria-labelledby={id}>
      <Heading as="h2" size={1} id={id}>
        {title}
      </Heading>
      {children}
    </Stack>
  )
}

function Attention() {
  return (
    <Loaded query={useAttention()}>
      {(items) =>
        items.length === 0 ? (
          <Note>Nothing waits for you.</Note>
        ) : (
          <List>
            {items.map((item) => (
              <ListCard
                key={`${item.href} ${item.title}`}
                title={<ItemLink {...item} />}
                notes={item.note ? [item.note] : []}
              />
            ))}
          </List>
        )
      }
    </Loaded>
  )
}

function ItemLink({ title, href }: Item) {
  const { onClick } = useLink({ href })
  return (
    <Text size={1} weight="medium">
      <a href={href} onClick={onClick}>
        {title}
      </a>
    </Text>
  )
}

/** Lists the guides for the tasks that the user may do. */
function Guides() {
  const user = useCurrentUser()
  const allowed = guides.filter(({ isFor }) => isFor(user))
  if (allowed.length === 0) return null
  return (
    <Section title="How to">
      <List>
        {allowed.map(({ name, title }) => (
          <Text as="li" size={1} key={name}>
            <StateLink state={{ guide: name }}>{title}</StateLink>
          </Text>
        ))}
      </List>
    </Section>
  )
}
