import { useWords } from '../../words/context.ts'

/** Labels a drawing of the apps as a sample, so that nobody takes its names and numbers for real ones. */
export const SampleTag = () => <span className="sample-tag">{useWords().site.sample}</span>
