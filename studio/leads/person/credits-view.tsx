import type { CreditPage } from 'halvi-leads/contract/applicants'
import { Choice, Labeled, Note, View } from '../../ui/controls.tsx'
import { PersonLink } from '../links.tsx'
import { PagedList } from '../paged-list.tsx'
import { useLeadsUrl } from '../use-leads-url.ts'
import { Referral } from './referrals.tsx'

const choices = [
  ['withheld', 'Withheld'],
  ['given', 'Given by staff'],
  ['denied', 'Denied by staff'],
] as const

/** The Referrals view: people whose referral looked suspicious, newest first, to decide on the credit. */
export default function CreditsView() {
  const { params, go } = useLeadsUrl()
  const credit = choices.find(([value]) => value === params.get('credit'))?.[0] ?? 'withheld'
  return (
    <View width={2}>
      <Note>
        A referral that looks invented brings no credit until you decide. The application itself
        stays.
      </Note>
      <Labeled label="Credit">
        {(id) => (
          <Choice
            id={id}
            value={credit}
            choices={choices}
            onChange={({ currentTarget }) => go('credits', [['credit', currentTarget.value]])}
          />
        )}
      </Labeled>
      <PagedList<CreditPage>
        path="credits"
        filter={{ credit }}
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
