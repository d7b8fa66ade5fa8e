import { Badge, Card, Flex, Stack, Text } from '@sanity/ui'
import { useQueryClient } from '@tanstack/react-query'
import type { Wave, WaveAction } from 'halvi-leads/contract'
import { useState } from 'react'
import { useStaffMutation, useStaffQuery } from '../../staff.tsx'
import { Note, SmallButton, View } from '../../ui/controls.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { leadsText } from '../labels.ts'
import { Isolated } from '../visitor-text.tsx'
import { WaveForm } from './wave-form.tsx'

const states: Record<Wave['state'], string> = {
  running: 'Sending',
  paused: 'Paused',
  done: 'Done',
  canceling: 'Canceling',
  canceled: 'Canceled',
}

/** Interval at which the progress of waves is read, in milliseconds. */
const refreshMs = 3_000

/** The Waves view: a form for a new wave of invitations, and all waves with their progress. */
export default function WavesView() {
  const query = useStaffQuery<{ waves: Wave[] }>(['waves'], 'waves', { refetchInterval: refreshMs })
  return (
    <View width={2}>
      <Text as="h2" size={2} weight="semibold">
        Waves
      </Text>
      <Note>
        A wave emails invitations to people with a confirmed address, at a steady pace. Nobody is
        invited twice.
      </Note>
      <WaveForm />
      <Loaded query={query}>
        {({ waves }) => (
          <Stack space={3} as="ul" aria-label="Waves" style={{ listStyle: 'none', padding: 0 }}>
            {waves.length === 0 && <Note as="li">No waves yet.</Note>}
            {waves.map((wave) => (
              <WaveCard key={wave.id} wave={wave} />
            ))}
          </Stack>
        )}
      </Loaded>
    </View>
  )
}

function WaveCard({ wave }: { wave: Wave }) {
  const { state, size, progress, perHour } = wave
  const cache = useQueryClient()
  const [canceling, setCanceling] = useState(false)
  const change = useStaffMutation(
    (request, action: WaveAction) =>
      request<Wave>(`waves/${wave.id}`, { method: 'PATCH', body: { action } }),
    {
      failed: 'Couldn’t change the wave',
      onSettled: () => cache.invalidateQueries({ queryKey: ['waves'] }),
    },
  )
  const isOpen = state === 'paused' || state === 'running'
  const counts = Object.entries(progress).filter(([name, count]) => name !== 'sent' && count > 0)
  const button = (text: string, onClick: () => void) => (
    <SmallButton
      text={text}
      aria-label={`${text} ${wave.name}`}
      disabled={change.isPending}
      onClick={onClick}
    />
  )
  return (
    <Card as="li" padding={3} radius={3} border>
      <Stack space={3}>
        <Flex gap={2} align="center" wrap="wrap">
          <Text size={1} weight="medium" style={{ overflowWrap: 'anywhere' }}>
            <Isolated text={wave.name} />
          </Text>
          <Badge>{states[state]}</Badge>
        </Flex>
        <Text size={1}>
          {`${progress.sent.toLocaleString('en-US')} of ${leadsText(size, 'invitation')} sent`}
          {counts.map(([name, count]) => ` · ${count.toLocaleString('en-US')} ${name}`)}
        </Text>
        <Note>
          {perHour.toLocaleString('en-US')} an hour, created <Time at={wave.createdAt} long /> by{' '}
          <Isolated text={wave.by.name} />
        </Note>
        {isOpen && (
          <Flex gap={2} wrap="wrap">
            {state === 'running' && button('Pause', () => change.mutate('pause'))}
            {state === 'paused' && button('Resume', () => change.mutate('resume'))}
            {button('Cancel', () => setCanceling(true))}
          </Flex>
        )}
      </Stack>
      {canceling && (
        <ConfirmDialog
          title="Cancel this wave?"
          text="Invitations that are not sent yet are canceled. These people can be invited again."
          button="Cancel wave"
          isFinal
          onConfirm={() => change.mutate('cancel')}
          onClose={() => setCanceling(false)}
        />
      )}
    </Card>
  )
}
