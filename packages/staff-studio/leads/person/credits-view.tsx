import { Heading, Text } from '@sanity/ui'
import type { CreditPage, TopReferrers } from 'halvi-leads/contract'
import { useStaffQuery } from '../../staff.tsx'
import { Choice, Note, View } from '../../ui/controls.tsx'
import { Loaded } from '../../ui/states.tsx'
import { List } from '../../ui/tool-page.tsx'
import { PersonLink } from '../links.tsx'
import { PagedList } from '../paged-list.tsx'
import { useLeadsUrl } from '../use-leads-url.ts'
import { brought, Referral } from './referrals.tsx'

const choices = [
  ['', 'All'],
  ['withheld', 'Withheld'],
  ['given', 'Given'],
  ['denied', 'Denied'],
] as const

/** The Referrals view: who brings the most people, and all referrals, newest first, to decide on withheld credits. */
export default function CreditsView() {
  const { params, go } = useLeadsUrl()
  const credit = choices.find(([value]) => value === params.get('credit'))?.[0] ?? ''
  const top = useStaffQuery<TopReferrers>(['mail', 'referrers'], 'referrers')
  return (
    <View width={2}>
      <Heading as="h3" size={0}>
        Top referrers
      </Heading>
      <Loaded query={top}>
        {({ people }) =>
          people.length > 0 ? (
            <List as="ol" aria-label="Top referrers">
              {people.map(({ referrals, ...person }) => (
                <Text as="li" key={person.id} size={1}>
                  <PersonLink {...person} />: {brought(referrals)}
                </Text>
              ))}
            </List>
          ) : (
            <Note>Nobody has brought others yet.</Note>
          )
        }
      </Loaded>
      <Note>
        A referral counts when the new person confirms the address. If it looks invented, the credit
        is withheld until you decide. The application itself stays.
      </Note>
      <Choice
        label="Credit"
        value={credit}
        choices={choices}
        onValue={(value) => go('credits', value ? [['credit', value]] : [])}
      />
      <PagedList<CreditPage>
        path="credits"
        filter={credit ? { credit } : {}}
        label="Referrals, newest first"
        none="No referrals."
      >
        {({ people }) =>
          people.map((person) => (
            <Referral key={person.id} person={person}>
              <PersonLink {...person} /> came through{' '}
              {person.referrer?.name ? (
                <PersonLink {...person.referrer} />
              ) : (
                'a person who was erased'
              )}
            </Referral>
          ))
        }
      </PagedList>
    </View>
  )
}
