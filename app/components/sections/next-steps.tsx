import type { NextSteps as Content } from '../../content/shapes.ts'
import { Steps } from './steps.tsx'

/** What happens once a form is sent, in order. */
export function NextSteps({ content }: { content: Content | null | undefined }) {
  if (!content) return null
  return <Steps title={content.title} steps={content.steps} />
}
