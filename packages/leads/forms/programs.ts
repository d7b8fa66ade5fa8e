/** The keys of the affiliate programs. Each has its own form, in the order of the links between them. */
export const programs = ['regular', 'challenge', 'creator'] as const
