import type { ReactNode } from 'react'
import { Link } from '../link.tsx'

interface MessagePageProps {
  title: string
  text: string
  /** The text of the link to the home page. Without it there is no link. */
  home?: string
  children?: ReactNode
}

/** Renders a page with a message, and a link to the home page. */
export function MessagePage({ title, text, home, children }: MessagePageProps) {
  return (
    <div className="shell flex min-h-page flex-col items-start justify-center py-20">
      <h1 className="text-3xl">{title}</h1>
      <p className="mt-5 max-w-lead text-lg text-muted">{text}</p>
      {children}
      <Link href="/" className="button mt-9">
        {home}
      </Link>
    </div>
  )
}
