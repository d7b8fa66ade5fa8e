import { Grid, Stack, Text } from '@sanity/ui'
import type { WavePreview } from 'halvi-leads/contract'
import { languageName } from 'halvi-leads/language-name'
import { Note } from '../../ui/controls.tsx'
import { DataTable } from '../../ui/table.tsx'
import { leadsText } from '../labels.ts'
import { MessageView } from '../messages/message-view.tsx'
import { Scrolling } from '../metrics/numbers.tsx'
import { Isolated } from '../visitor-text.tsx'

const leftOutLabels: Record<string, string> = {
  unconfirmed: 'without a confirmed address',
  invited: 'already invited',
  unsubscribed: 'unsubscribed',
  refused: 'whose address refused mail',
}

/** Shows whom a wave invites, who is left out, and the message. */
export function Preview({ preview }: { preview: WavePreview }) {
  const { total, languages, people, leftOut, sample } = preview
  const inLanguages = Object.entries(languages).map(
    ([code, count]) => `${count.toLocaleString('en-US')} in ${languageName(code)}`,
  )
  const reasons = Object.entries(leftOut).map(
    ([reason, count]) => `${count.toLocaleString('en-US')} ${leftOutLabels[reason] ?? reason}`,
  )
  return (
    <Grid columns={[1, 1, 2]} gap={4}>
      <Stack space={3}>
        <Text as="h3" size={1} weight="semibold" role="status">
          {leadsText(total, 'invitation')}
        </Text>
        {Object.keys(languages).some((code) => code !== 'en') && (
          <Note>Each in the person’s language: {inLanguages.join(', ')}.</Note>
        )}
        {reasons.length > 0 && <Note>Left out: {reasons.join(', ')}.</Note>}
        <Scrolling title="People">
          <DataTable
            columns={[
              { title: 'Rank', width: 60, cell: ({ rank }) => rank.toLocaleString('en-US') },
              { title: 'Name', cell: ({ name }) => <Isolated text={name || '–'} /> },
            ]}
            rows={people}
            keyOf={({ rank }) => rank}
          />
        </Scrolling>
        {total > people.length && <Note>The first {people.length} are shown.</Note>}
      </Stack>
      <Stack space={3}>
        {sample ? (
          <MessageView message={sample} note="The first invitation, without personal links." />
        ) : (
          <Note>The message can’t be shown right now.</Note>
        )}
      </Stack>
    </Grid>
  )
}
