import type { ReactNode } from 'react'
import { Motif } from '../motif/motif.tsx'

interface FormSectionProps {
  number: number
  title: string
  text?: string | null | undefined
  /** The fields. */
  children: ReactNode
}

/** A numbered part of a long form: what it asks for at the left, the fields at the right. */
export function FormSection({ number, title, text, children }: FormSectionProps) {
  return (
    <section className="form-section">
      <div>
        <h2 className="flex items-center gap-4 text-xl">
          <span className="step-number shrink-0">
            <Motif shape="star" />
            {number}
          </span>{' '}
          {title}
        </h2>
        {text && <p className="mt-3 max-w-[23.1em] text-muted">{text}</p>}
      </div>
      <div className="grid gap-6">{children}</div>
    </section>
  )
}
