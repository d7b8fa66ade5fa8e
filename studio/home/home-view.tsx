import { Grid, Stack } from '@sanity/ui'
import { useCurrentUser } from 'sanity'
import { StateLink, useRouter } from 'sanity/router'
import { readConnection } from '../connection.ts'
import { StaffProvider } from '../staff.tsx'
import { Loaded } from '../ui/states.tsx'
import { ToolPage } from '../ui/tool-page.tsx'
import { Box, Row } from './box.tsx'
import { Dates, Scheduled, Unpublished } from './boxes.tsx'
import { GuidePage } from './guide.tsx'
import { guides } from './guides.ts'
import { Others } from './others.tsx'
import { homeCache, useHome } from './use-home.ts'

/** The start screen for editors: what is not published, what happens soon, and guides for common tasks. */
export default function HomeView() {
  const { guide: name } = useRouter().state
  const guide = guides.find((one) => one.name === name)
  if (guide) return <GuidePage guide={guide} />
  return (
    <StaffProvider cache={homeCache}>
      <ToolPage title="Home" width={3} data-testid="home-tool">
        <Boxes />
      </ToolPage>
    </StaffProvider>
  )
}

function Boxes() {
  const query = useHome()
  return (
    <Grid columns={[1, 1, 1, 2]} gap={5} style={{ alignItems: 'start' }}>
      <Loaded query={query}>
        {(content) => (
          <Stack space={5}>
            <Unpublished content={content} />
            <Scheduled content={content} />
            <Dates content={content} />
          </Stack>
        )}
      </Loaded>
      <Stack space={5}>
        <Tasks />
        {!readConnection().hosted && <Others />}
      </Stack>
    </Grid>
  )
}

/** Lists the guides for the tasks that the user may do. */
function Tasks() {
  const user = useCurrentUser()
  const allowed = guides.filter(({ isFor }) => isFor(user))
  if (allowed.length === 0) return null
  return (
    <Box title="How to">
      {allowed.map(({ name, title }) => (
        <Row key={name} link={<StateLink state={{ guide: name }}>{title}</StateLink>} />
      ))}
    </Box>
  )
}
