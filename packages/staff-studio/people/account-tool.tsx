import { useCurrentUser } from 'sanity'
import { ToolPage } from '../ui/tool-page.tsx'
import { NameForm, PasswordForm } from './account-forms.tsx'
import { Sessions } from './sessions.tsx'

/** The tool for the user's own account: name, password, and sessions. */
export default function AccountTool() {
  const user = useCurrentUser()
  if (!user) return null
  const role = user.roles.map(({ title }) => title).join(', ')
  return (
    <ToolPage
      title="Your account"
      note={`${user.email}, ${role}`}
      width={1}
      space={6}
      data-testid="account-tool"
    >
      <NameForm name={user.name} />
      <PasswordForm email={user.email} />
      <Sessions />
    </ToolPage>
  )
}
