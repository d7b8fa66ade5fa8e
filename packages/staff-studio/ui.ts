// The parts that the tools are built from, for other tools that should look the same.
export { Alert, Choice, Note, SmallButton } from './ui/controls.tsx'
export { Dialog } from './ui/dialog.tsx'
export { LabeledInput } from './ui/labeled-input.tsx'
export { LinkToCopy } from './ui/link-to-copy.tsx'
export { Failure, Loaded, Loading, Problem } from './ui/states.tsx'
export { Time, timeText } from './ui/time.tsx'
export { List, ListCard, ToolPage } from './ui/tool-page.tsx'
export { useFormCheck } from './ui/use-form-check.ts'
