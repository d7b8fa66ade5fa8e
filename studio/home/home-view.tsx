import { Grid, Stack } from '@sanity/ui'
import { useRouter } from 'sanity/router'
import { readConnection } from '../connection.ts'
import { StaffProvider } from '../staff.tsx'
import { Loaded } from '../ui/states.tsx'
import { ToolPage } from '../ui/tool-page.tsx'
import { Dates, Scheduled, Unpublished } from './boxes.tsx'
import { GuidePage } from './guide.tsx'
import { guides } from './guides.ts'
import { Others } from './others.tsx'
import { Tasks } from './tasks.tsx'
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
