import { useWords } from 'halvi-site/words/context'
import { wordIn } from 'halvi-site/words/words'
import type { MailState } from '../../sent-application.server.ts'
import { ActionForm } from './action-form.tsx'

interface LastStepProps {
  mail: MailState
  /** The key of the word that says why the visitor's request for another message was rejected. */
  rejected: string | undefined
}

/** Asks the visitor to confirm the address, with the address that the visitor entered. */
export function LastStep({ mail: { email, isAgain }, rejected }: LastStepProps) {
  const words = useWords()
  const texts = words.applicants
  if (!email) return <p className="mb-6 max-w-text semibold">{texts.mailNote}</p>
  const [before, after] = (isAgain ? texts.sentAgain : texts.sentTo).split('{email}')
  return (
    <section className="mb-6 max-w-text bg-tint padded py-6">
      <h2 className="text-xl">{texts.lastStep}</h2>
      <p role="status" className="mt-2">
        {rejected ? (
          wordIn(words, rejected, 'forms')
        ) : (
          <>
            {before}
            <bdi className="address semibold">{email}</bdi>
            {after}
          </>
        )}
      </p>
      <ActionForm action="again" button={texts.sendAgain} outline />
    </section>
  )
}
