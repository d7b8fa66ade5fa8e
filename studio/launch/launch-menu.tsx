import { useEffect } from 'react'
import type { ToolMenuProps } from 'sanity'
import { StaffProvider } from '../leads/api/staff-context.tsx'
import { useOpenCount } from './open-count.ts'
import { useLoadLaunch } from './use-launch.ts'

/** The Studio's tools, of which Launch says how much is left to do. */
export function LaunchMenu(props: ToolMenuProps) {
  const left = useOpenCount()
  const isOffered = props.tools.some(({ name }) => name === 'launch')
  const tools = props.tools.map((tool) =>
    tool.name === 'launch' && left ? { ...tool, title: `${tool.title} (${left})` } : tool,
  )
  return (
    <>
      {isOffered && left === undefined && (
        <StaffProvider>
          <FirstCount />
        </StaffProvider>
      )}
      {props.renderDefault({ ...props, tools })}
    </>
  )
}

/** Counts once; while the tool is open it counts anew. */
function FirstCount() {
  const load = useLoadLaunch()
  useEffect(() => {
    const left = new AbortController()
    // Whoever opens the tool is told why it can't be known.
    load(left.signal).catch(() => {})
    return () => left.abort()
  }, [load])
  return null
}
