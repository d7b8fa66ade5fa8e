import { useCurrentUser } from 'sanity'
import { StateLink } from 'sanity/router'
import { Box, Row } from './box.tsx'
import { guides } from './guides.ts'

/** Lists the guides for the tasks that the user may do. */
export function Tasks() {
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
