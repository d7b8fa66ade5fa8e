import { MessagePage } from './message-page.tsx'

interface FailureProps {
  status: number
  /** Shown to the visitor, so that operators can find the error in the log. */
  requestId: string | undefined
  /** Only in development. */
  stack?: string | undefined
}

/** Renders the error page. Its texts are not from the content, because content may be unreachable. */
export function Failure({ status, requestId, stack }: FailureProps) {
  const isServerError = status >= 500
  return (
    <MessagePage
      title={isServerError ? 'Something went wrong' : 'We can’t process this request'}
      text={
        isServerError
          ? 'We can’t show this page right now. Please try again in a few minutes.'
          : 'This page doesn’t accept the data that was sent to it. Go back and try again.'
      }
      home="Return to Home"
    >
      {isServerError && requestId && (
        <p className="mt-5 text-sm text-muted">
          If this keeps happening, contact us and include this ID:{' '}
          <code className="select-all">{requestId}</code>
        </p>
      )}
      {stack && <pre className="mt-5 max-w-full overflow-x-auto text-sm">{stack}</pre>}
    </MessagePage>
  )
}
