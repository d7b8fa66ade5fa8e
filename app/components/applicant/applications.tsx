import type { ActionData } from 'halvi-leads/forms/action-data'
import type { OwnApplication } from 'halvi-leads/forms/own-application'
import { dayIn } from 'halvi-site/dates/day'
import { useLanguage } from 'halvi-site/language/context'
import { useWords } from 'halvi-site/words/context'
import { wordIn } from 'halvi-site/words/words'
import { Answers } from '../form/answers.tsx'
import { ErrorSummary } from '../form/error-summary.tsx'
import { TextField } from '../form/fields/text-fields.tsx'
import { FormContext } from '../form/form-context.ts'
import { useResponseInWords } from '../form/response-in-words.ts'

interface ApplicationsProps {
  applications: readonly OwnApplication[]
  /** The id of the application that is being corrected. */
  edited: string | null
  response: ActionData | undefined
}

/** The time zone of the dates on applicants' pages. */
export const timeZone = 'America/Chicago'

/** Renders what a person has sent. One application may be shown as a form to correct it. */
export function Applications({ applications, edited, response }: ApplicationsProps) {
  const texts = useWords().applicants
  const { locale } = useLanguage()
  return (
    <section>
      <h2 className="text-2xl">{texts.sentHeading}</h2>
      {applications.map((application) => (
        <div key={application.id} className="mt-10">
          <h3 className="text-xl">{texts[application.kind]}</h3>
          <p className="mt-1 text-sm text-muted">
            <time dateTime={application.sentAt}>
              {dayIn(timeZone, Date.parse(application.sentAt), locale)}
            </time>
          </p>
          {application.decision && <p className="mt-1 semibold">{texts[application.decision]}</p>}
          {application.id === edited ? (
            <Correction application={application} response={response} />
          ) : (
            <Sent application={application} />
          )}
        </div>
      ))}
    </section>
  )
}

function Sent({ application }: { application: OwnApplication }) {
  const texts = useWords().applicants
  const { id, kind, fields, correctable } = application
  return (
    <>
      <Answers form={kind} answers={fields} />
      {correctable.length > 0 && (
        <p className="mt-3">
          <a href={`?edit=${id}#correct`} className="text-link">
            {texts.edit}
          </a>
        </p>
      )}
    </>
  )
}

function Correction(
  props: Omit<ApplicationsProps, 'applications' | 'edited'> & { application: OwnApplication },
) {
  const words = useWords()
  const texts = words.applicants
  const { application } = props
  const { id, kind, correctable } = application
  const response = useResponseInWords(props.response, kind)
  const defaults = Object.fromEntries(correctable.map(({ key, value }) => [key, value]))
  return (
    <FormContext.Provider value={{ id: 'correct', response, defaults }}>
      <form
        id="correct"
        method="post"
        action={`?edit=${id}`}
        noValidate
        tabIndex={-1}
        className="mt-5 grid gap-6"
        aria-label={texts.editTitle}
      >
        {response?.errors && <ErrorSummary formId="correct" response={response} />}
        <p className="max-w-text text-muted">{texts.editNote}</p>
        {correctable.map(({ key, value, isRequired }) => (
          <TextField
            key={key}
            name={key}
            label={wordIn(words, key, 'sent', kind)}
            required={isRequired}
            rows={value.length > 80 ? 4 : 1}
          />
        ))}
        <input type="hidden" name="id" value={id} />
        <p className="flex flex-wrap items-center gap-3">
          <button type="submit" name="action" value="correct" className="button">
            {texts.save}
          </button>
          <a href="?" className="text-link">
            {texts.cancel}
          </a>
        </p>
      </form>
    </FormContext.Provider>
  )
}
