import { Stack, Tab, TabList, TabPanel } from '@sanity/ui'
import { useState } from 'react'
import { StaffProvider } from '../staff.tsx'
import { ToolPage } from '../ui/tool-page.tsx'
import { ActivityList } from './activity-list.tsx'
import { BinList } from './bin-list.tsx'

const tabs = {
  activity: { label: 'Activity', List: ActivityList },
  bin: { label: 'Deleted documents', List: BinList },
} as const

/** The tool with the changes of all documents, and the deleted documents. */
export default function ActivityTool() {
  const [current, setCurrent] = useState<keyof typeof tabs>('activity')
  const { List } = tabs[current]
  return (
    <StaffProvider>
      <ToolPage title="Activity" data-testid="activity-tool">
        <Stack space={4}>
          <TabList space={1}>
            {Object.entries(tabs).map(([name, { label }]) => (
              <Tab
                key={name}
                id={`${name}-tab`}
                aria-controls="activity-panel"
                label={label}
                selected={name === current}
                onClick={() => setCurrent(name as keyof typeof tabs)}
              />
            ))}
          </TabList>
          <TabPanel id="activity-panel" aria-labelledby={`${current}-tab`}>
            <List />
          </TabPanel>
        </Stack>
      </ToolPage>
    </StaffProvider>
  )
}
