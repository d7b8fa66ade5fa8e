import { MessagePage } from './message-page.tsx'

interface FailureProps {
  status: number
  /** Finds the error in the log. */
  requestId: string | undefined
  /** Shown during development. */
  stack?: string | undefined
}

/** A page that could not be made. Its words are fixed: content may be what is unreachable. */
export function Failure({ status, requestId, stack }: FailureProps) {
  const ours = status >= 500
  return (
    <MessagePage
      title={ours ? 'Something went wrong' : 'This request can’t be answered'}
      text={
        ours
          ? 'This page could not be shown just now. Please try again in a moment.'
          : 'This page does not take what was sent to it.'
      }
      home="Return to Home"
    >
      {ours && requestId && (
        <p className="mt-5 text-sm text-muted">
          If it keeps happening, tell us this number:{' '}
          <code className="select-all">{requestId}</code>
        </p>
      )}
      {stack && <pre className="mt-5 max-w-full overflow-x-auto text-sm">{stack}</pre>}
    </MessagePage>
  )
}
