/** Told of each step, for who watches. What it throws ends the work there. */
export type OnStep = (step: string) => void
