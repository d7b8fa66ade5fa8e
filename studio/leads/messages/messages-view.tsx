import { Flex, Grid } from '@sanity/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { MessagePage } from 'halvi-leads/contract/applicants'
import { useStaff } from '../../staff.tsx'
import { queryString } from '../../staff-request.ts'
import { Choice, Labeled, Note, SmallButton, View } from '../../ui/controls.tsx'
import { Loaded } from '../../ui/states.tsx'
import { List } from '../../ui/tool-page.tsx'
import { useLeadsUrl } from '../use-leads-url.ts'
import { kindLabels, stateLabels } from './labels.ts'
import { MailNotice, useOutbox } from './mail-notice.tsx'
import { MessageItem } from './message-item.tsx'

/** Number of messages at which the server stops counting. */
const maxCounted = 10_000

/** The Messages view: the outbox, newest messages first. */
export default function MessagesView() {
  const { params, go } = useLeadsUrl()
  const request = useStaff()
  const counts = useOutbox().data?.counts ?? []
  // Values that the API would reject come from an edited URL.
  const valid = (key: string, labels: object) =>
    Object.hasOwn(labels, params.get(key) ?? '') ? { [key]: params.get(key) ?? '' } : {}
  const filter: Record<string, string> = {
    ...valid('state', stateLabels),
    ...valid('kind', kindLabels),
  }
  const query = useInfiniteQuery({
    queryKey: ['mail', 'messages', filter],
    queryFn: ({ pageParam, signal }) =>
      request<MessagePage>(`messages?${queryString({ ...filter, before: pageParam })}`, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: 5_000,
  })
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
          <Labeled key={key} label={title}>
            {(id) => (
              <Choice
                id={id}
                value={filter[key] ?? ''}
                choices={choices as [string, string][]}
                onChange={({ currentTarget: { value } }) =>
                  go(
                    'messages',
                    Object.entries({ ...filter, [key]: value }).filter(([, v]) => v),
                  )
                }
              />
            )}
          </Labeled>
        ))}
      </Grid>
      <Loaded query={query}>
        {({ pages }) => (
          <>
            <List aria-label="Messages, newest first">
              {pages.flatMap(({ messages }) =>
                messages.map((one) => <MessageItem key={one.id} message={one} showsPerson />),
              )}
            </List>
            {pages[0]?.messages.length === 0 && <Note>No messages.</Note>}
            {query.hasNextPage && (
              <Flex justify="center">
                <SmallButton text="Show more" onClick={() => query.fetchNextPage()} />
              </Flex>
            )}
          </>
        )}
      </Loaded>
    </View>
  )
}
