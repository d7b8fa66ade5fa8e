import type { ClientActionFunctionArgs, ShouldRevalidateFunction } from '@remix-run/react'
import { type ActionData, somethingWentWrong } from './action-data.ts'

/**
 * A form's `clientAction`: has the server take the form. When the network fails on the way, or
 * something in between answers in the server's place, the visitor stays on the page and keeps what
 * was entered. What failed, there or on the server, is in the console, too.
 */
export async function sendForm({
  request,
  serverAction,
}: ClientActionFunctionArgs): Promise<ActionData> {
  try {
    const answer = await serverAction<ActionData>()
    if (answer?.message === somethingWentWrong)
      console.error('The form was not taken:', answer.message)
    return answer
  } catch (error) {
    // A redirect; or a second press of the button, whose own submission took this one's place.
    if (error instanceof Response || request.signal.aborted) throw error
    console.error(error)
    return { message: somethingWentWrong }
  }
}

/**
 * A form's `shouldRevalidate`: its page does not change by a submission, and asking for it again
 * would fail where the network just has, and lose the page.
 */
export const unlessSubmitted: ShouldRevalidateFunction = ({
  formMethod,
  defaultShouldRevalidate,
}) => formMethod !== 'POST' && defaultShouldRevalidate
