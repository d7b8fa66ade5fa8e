import type { ActionData, FieldError } from 'halvi-leads/forms/action-data'
import { useFormat, useWords } from 'halvi-site/words/context'
import type { Values } from 'halvi-site/words/format'
import { type Words, wordIn } from 'halvi-site/words/words'

/** An action's response with the messages that visitors see. */
export type ShownResponse = ActionData<string>

/** Returns an action's response with its messages in the language of the page. Keeps the order of the errors. */
export function responseInWords(
  response: ActionData,
  form: string,
  words: Words,
  format: ReturnType<typeof useFormat>,
): ShownResponse {
  const { message, minutes = 0, errors } = response
  const inWords = (key: string, values: Values) => format(wordIn(words, key, form, 'forms'), values)
  const shown = errors?.map(({ malformed, maxLength: max = 0, ...error }: FieldError) => ({
    ...error,
    message: inWords(error.message, { label: wordIn(words, error.field, form), max }),
    ...(malformed && { malformed: inWords(malformed, {}) }),
    ...(max && { maxLength: max }),
  }))
  const [first] = shown ?? []
  return {
    ...response,
    message:
      first && message === errors?.[0]?.message ? first.message : inWords(message, { minutes }),
    ...(shown && { errors: shown }),
  }
}

/** Returns the response to a form, if there is one, with its messages in the language of the page. */
export function useResponseInWords(response: ActionData | undefined, form: string) {
  const [words, format] = [useWords(), useFormat()]
  return response && responseInWords(response, form, words, format)
}
