import type { ToolMenuProps } from 'sanity'
import { StaffProvider } from '../staff.tsx'
import { openItems } from './items.ts'
import { launchCache, useSections } from './use-launch.ts'

/** The Studio's tool menu, with the number of open items next to Launch. */
export function LaunchMenu(props: ToolMenuProps) {
  if (!props.tools.some(({ name }) => name === 'launch')) return props.renderDefault(props)
  return (
    <StaffProvider cache={launchCache}>
      <CountingMenu {...props} />
    </StaffProvider>
  )
}

function CountingMenu(props: ToolMenuProps) {
  // Loaded once. The open Launch tool refreshes the data and shows errors.
  const { data } = useSections({ staleTime: Number.POSITIVE_INFINITY })
  const left = data && openItems(data)
  const tools = props.tools.map((tool) =>
    tool.name === 'launch' && left ? { ...tool, title: `${tool.title} (${left})` } : tool,
  )
  return props.renderDefault({ ...props, tools })
}
