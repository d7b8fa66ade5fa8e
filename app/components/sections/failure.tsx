import { Link } from '../link.tsx'

interface FailureProps {
  status: number
  /** Under which the log has what happened. */
  requestId: string | undefined
  /** What went wrong in full, while developing. */
  stack?: string | undefined
}

/** A page that could not be made. Its words are fixed: the content may be what is away. */
export function Failure({ status, requestId, stack }: FailureProps) {
  const ours = status >= 500
  return (
    <div className="shell flex min-h-[70vh] flex-col items-start justify-center py-20">
      <h1 className="text-3xl">
        {ours ? 'Something went wrong' : 'This request can’t be answered'}
      </h1>
      <p className="mt-5 max-w-[33.3em] text-lg text-muted">
        {ours
          ? 'This page could not be shown just now. Please try again in a moment.'
          : 'This page does not take what was sent to it.'}
      </p>
      {ours && requestId && (
        <p className="mt-5 text-sm text-muted">
          If it keeps happening, tell us this number:{' '}
          <code className="select-all">{requestId}</code>
        </p>
      )}
      {stack && <pre className="mt-5 max-w-full overflow-x-auto text-sm">{stack}</pre>}
      <Link href="/" className="button mt-9">
        Return to Home
      </Link>
    </div>
  )
}
