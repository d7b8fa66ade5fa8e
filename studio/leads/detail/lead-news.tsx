import { Button, Card, Flex, Stack, Text } from '@sanity/ui'
import type { LeadDetail } from 'halvi-leads/contract'
import { useState } from 'react'
import { useMe } from '../api/people.ts'
import { changesSince } from './changes-since.ts'
import { EventText } from './lead-history.tsx'

interface LeadNewsProps {
  lead: LeadDetail
  /** Whether a change of one's own is on its way: it may turn out to conflict with what is new. */
  isChanging: boolean
  /** Whether a conflict tells it already. */
  isTold: boolean
}

/** Tells what others have done with the open lead, until whoever sees it has taken note. */
export function LeadNews({ lead, isChanging, isTold }: LeadNewsProps) {
  const { data: me } = useMe()
  const [seen, setSeen] = useState(lead)
  if (isTold && seen !== lead) setSeen(lead)
  const news = changesSince(seen, lead).filter(({ by }) => by && by.id !== me?.id)
  return (
    // It is there before there is something to tell: else a screen reader would not notice.
    <div role="status">
      {me && !isChanging && news.length > 0 && (
        <Card tone="caution" padding={3} radius={2} border marginBottom={4}>
          <Flex gap={2} align="center">
            <Stack space={3} flex={1}>
              {news.map((event) => (
                <Text key={`${event.at}${event.action}`} size={1}>
                  <EventText event={event} />
                </Text>
              ))}
            </Stack>
            <Button fontSize={1} padding={2} mode="ghost" text="OK" onClick={() => setSeen(lead)} />
          </Flex>
        </Card>
      )}
    </div>
  )
}
