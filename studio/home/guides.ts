import { may, mayEdit, mayPublish } from 'halvi-staff-studio'
import type { CurrentUser } from 'sanity'
import question from '../../docs/how-to/editors/add-a-question.md?raw'
import answer from '../../docs/how-to/editors/answer-an-applicant.md?raw'
import campaign from '../../docs/how-to/editors/build-a-campaign-page.md?raw'
import commission from '../../docs/how-to/editors/change-a-commission.md?raw'
import launch from '../../docs/how-to/editors/check-before-the-launch.md?raw'
import schedule from '../../docs/how-to/editors/schedule-a-change.md?raw'

/** A one-page guide for staff. Its text is Markdown. */
export interface Guide {
  name: string
  title: string
  text: string
  isFor: (user: CurrentUser | null) => boolean
}

const mayChangeLeads = (user: CurrentUser | null) => may(user, 'leads:change')

/** The guides, in the order in which the start screen lists them. */
export const guides: readonly Guide[] = [
  guide('commission', commission, mayEdit),
  guide('question', question, mayEdit),
  guide('campaign', campaign, mayEdit),
  guide('schedule', schedule, mayEdit),
  guide('launch', launch, mayPublish),
  guide('answer', answer, mayChangeLeads),
]

/** Returns a guide. The first line of its text is the title. */
function guide(name: string, markdown: string, isFor: Guide['isFor']): Guide {
  const [, title = '', text = ''] = /^# (.+)\n([\s\S]*)$/.exec(markdown) ?? []
  return { name, title, text, isFor }
}
