import { Badge, type BadgeTone, Flex, Stack, Text } from '@sanity/ui'
import { useQueryClient } from '@tanstack/react-query'
import type { ApplicantDetail, CreditDecision } from 'halvi-leads/contract'
import type { ReactNode } from 'react'
import { useStaffMutation } from '../../staff.tsx'
import { Note, SmallButton } from '../../ui/controls.tsx'
import { List } from '../../ui/tool-page.tsx'
import { escapeInvisible } from '../labels.ts'
import { PersonLink } from '../links.tsx'
import { useMay } from '../people.ts'

/** Returns the number of people whom a person brought, such as `2 people brought`. */
export const brought = (referrals: number): string =>
  `${referrals.toLocaleString('en-US')} ${referrals === 1 ? 'person' : 'people'} brought`

/** The person's referrer, and the people who came through the person's link. */
export function Referrals({ person }: { person: ApplicantDetail }) {
  const { referrer, rank, code, referrals, businesses, referred } = person
  return (
    <>
      <Text size={1}>
        {rank !== null && `Place ${rank.toLocaleString('en-US')} on the list · `}
        {brought(referrals)}
        {businesses > 0 && ` · ${businesses.toLocaleString('en-US')} business applications`}
      </Text>
      <Note>{code ? `Link: /r/${code}` : 'No link until the address is confirmed.'}</Note>
      <List>
        {referrer && (
          <Referral person={person}>
            Came through {referrer.name ? <PersonLink {...referrer} /> : 'a person who was erased'}
          </Referral>
        )}
        {referred.map((one) => (
          <Referral key={one.id} person={one}>
            Brought <PersonLink {...one} />
          </Referral>
        ))}
      </List>
    </>
  )
}

type Credit = ApplicantDetail['credit']

const credits: Record<Credit, { label: string; tone?: BadgeTone }> = {
  none: { label: 'No credit' },
  given: { label: 'Credit given', tone: 'positive' },
  withheld: { label: 'Credit withheld', tone: 'caution' },
  denied: { label: 'Credit denied', tone: 'critical' },
}

const decisions: Partial<Record<Credit, readonly [CreditDecision['credit'], string][]>> = {
  withheld: [
    ['given', 'Give credit'],
    ['denied', 'Deny'],
  ],
  denied: [['given', 'Give credit']],
}

interface ReferralProps {
  /** The person who was referred. */
  person: Pick<ApplicantDetail, 'id' | 'credit' | 'creditReason'>
  children: ReactNode
}

/** A list item: a referral with its credit, and buttons to decide on a withheld credit. */
export function Referral({ person: { id, credit, creditReason }, children }: ReferralProps) {
  const cache = useQueryClient()
  const may = useMay()
  const { mutate, isPending } = useStaffMutation(
    (request, decision: CreditDecision) =>
      request(`applicants/${id}/credit`, { method: 'POST', body: decision }),
    {
      failed: 'Couldn’t decide on the credit',
      onSettled: () => cache.invalidateQueries({ queryKey: ['mail'] }),
    },
  )
  const { label, tone = 'default' } = credits[credit]
  return (
    <Flex as="li" gap={3} align="center" wrap="wrap">
      <Stack space={2} flex={1} style={{ minWidth: '10em' }}>
        <Text size={1}>{children}</Text>
        {creditReason && <Note>Suspicion: {escapeInvisible(creditReason)}</Note>}
      </Stack>
      <Badge tone={tone}>{label}</Badge>
      {may('leads:change') &&
        decisions[credit]?.map(([decision, text]) => (
          <SmallButton
            key={decision}
            text={text}
            disabled={isPending}
            onClick={() => mutate({ credit: decision })}
          />
        ))}
    </Flex>
  )
}
