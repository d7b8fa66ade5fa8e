import type { ActionData, FieldError } from 'halvi-leads/forms/action-data'
import { fillIn } from '../../words/fill-in.ts'
import { defaultWords, type Words, wordsFor } from '../../words/words.ts'

/** Returns an action's response with the messages that visitors see. The order of the errors stays the same. */
export function answerInWords(answer: ActionData, form: string, words: Words): ActionData {
  const { message, minutes, errors } = answer
  const inWords = (text: string) => wordsFor(words, text, form, 'forms')
  const worded = errors?.map((error) => ({
    ...error,
    message: tooLong(error, form, words) ?? inWords(error.message),
    ...(error.malformed && { malformed: inWords(error.malformed) }),
  }))
  const isFirst = message === errors?.[0]?.message
  return {
    ...answer,
    message: isFirst
      ? (worded?.[0]?.message ?? message)
      : minutes
        ? fillIn(words.forms.tooMany, { minutes })
        : inWords(message),
    ...(worded && { errors: worded }),
  }
}

/** Returns the message that staff have written for values that are too long, with the field's label. */
function tooLong({ field, maxLength }: FieldError, form: string, words: Words) {
  const { tooLong: text } = words.forms
  if (maxLength === undefined || text === defaultWords.forms.tooLong) return undefined
  const labels = words[form as keyof Words] as Readonly<Record<string, string>> | undefined
  return fillIn(text, { label: labels?.[field] ?? '', max: maxLength })
}
