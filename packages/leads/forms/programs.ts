/**
 * The keys of the affiliate programs. Each has its own form, in the order of the links between them. The schema of
 * programs offers the same keys.
 */
export const programs = ['regular', 'challenge', 'creator'] as const
