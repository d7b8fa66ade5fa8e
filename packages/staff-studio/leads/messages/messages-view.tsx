import { Grid } from '@sanity/ui'
import type { MessagePage } from 'halvi-leads/contract'
import { Choice, View } from '../../ui/controls.tsx'
import { PagedList } from '../paged-list.tsx'
import { useLeadsUrl } from '../use-leads-url.ts'
import { kindLabels, stateLabels } from './labels.ts'
import { MailNotice, useOutbox } from './mail-notice.tsx'
import { MessageItem } from './message-item.tsx'

/** Number of messages at which the server stops counting. */
const maxCounted = 10_000

/** The Messages view: the outbox, newest messages first. */
export default function MessagesView() {
  const { params, go } = useLeadsUrl()
  const counts = useOutbox().data?.counts ?? []
  // Values that the API would reject come from an edited URL.
  const valid = (key: string, labels: object) =>
    Object.hasOwn(labels, params.get(key) ?? '') ? { [key]: params.get(key) ?? '' } : {}
  const filter: Record<string, string> = {
    ...valid('state', stateLabels),
    ...valid('kind', kindLabels),
  }
  const countOf = (state: string) => {
    const { messages = 0 } = counts.find((one) => one.state === state) ?? {}
    return ` (${messages.toLocaleString('en-US')}${messages === maxCounted ? '+' : ''})`
  }
  const states = Object.entries(stateLabels).map(([state, label]) => [
    state,
    label + countOf(state),
  ])
  const filters = [
    { key: 'state', title: 'State', choices: [['', 'All states'], ...states] },
    { key: 'kind', title: 'Kind', choices: [['', 'All kinds'], ...Object.entries(kindLabels)] },
  ]
  return (
    <View width={2}>
      <MailNotice />
      <Grid columns={2} gap={3}>
        {filters.map(({ key, title, choices }) => (
          <Choice
            key={key}
            label={title}
            value={filter[key] ?? ''}
            choices={choices as [string, string][]}
            onValue={(value) =>
              go(
                'messages',
                Object.entries({ ...filter, [key]: value }).filter(([, v]) => v),
              )
            }
          />
        ))}
      </Grid>
      <PagedList<MessagePage>
        path="messages"
        filter={filter}
        label="Messages, newest first"
        none="No messages."
        refetchInterval={5_000}
      >
        {({ messages }) =>
          messages.map((one) => <MessageItem key={one.id} message={one} showsPerson />)
        }
      </PagedList>
    </View>
  )
}
