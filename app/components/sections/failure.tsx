import { useWords } from 'halvi-site/words/context'
import { MessagePage } from './message-page.tsx'

interface FailureProps {
  status: number
  /** Shown to the visitor, so that operators can find the error in the log. */
  requestId: string | undefined
  /** Only in development. */
  stack?: string | undefined
}

/** Renders the error page. Without content, it has the specified words. */
export function Failure({ status, requestId, stack }: FailureProps) {
  const words = useWords().site
  const isServerError = status >= 500
  return (
    <MessagePage
      title={isServerError ? words.failure : words.rejected}
      text={isServerError ? words.failureText : words.rejectedText}
      home={words.home}
    >
      {isServerError && requestId && (
        <p className="mt-5 text-sm text-muted">
          {words.failureId}{' '}
          <code className="select-all" dir="ltr">
            {requestId}
          </code>
        </p>
      )}
      {stack && <pre className="mt-5 max-w-full overflow-x-auto text-sm">{stack}</pre>}
    </MessagePage>
  )
}
