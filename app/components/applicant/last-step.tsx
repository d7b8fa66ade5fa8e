import type { MailState } from '../../sent-application.server.ts'
import { useWords } from '../../words/context.ts'
import { wordIn } from '../../words/words.ts'
import { ActionForm } from './action-form.tsx'

interface LastStepProps {
  mail: MailState
  /** The key of the word that says why the visitor's request for another message was rejected. */
  rejected: string | undefined
}

/** Asks the visitor to confirm the address, with the address that the message was sent to. */
export function LastStep({ mail: { own, isAgain }, rejected }: LastStepProps) {
  const words = useWords()
  const texts = words.applicants
  if (own?.isConfirmed && !own.isSent) return null
  if (!own || own.isConfirmed) {
    return <p className="mb-6 max-w-text semibold">{texts.mailNote}</p>
  }
  const text = own.isSent ? (isAgain ? texts.sentAgain : texts.sentTo) : texts.notSentTo
  const [before, after] = text.split('{email}')
  return (
    <section className="mb-6 max-w-text bg-tint padded py-6">
      <h2 className="text-xl">{own.isSent ? texts.lastStep : texts.notSentTitle}</h2>
      <p role="status" className="mt-2">
        {rejected ? (
          wordIn(words, rejected, 'forms')
        ) : (
          <>
            {before}
            <bdi className="address semibold">{own.email}</bdi>
            {after}
          </>
        )}
      </p>
      <ActionForm action="again" button={texts.sendAgain} outline />
    </section>
  )
}
