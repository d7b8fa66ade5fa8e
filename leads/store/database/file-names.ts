/** The embedded database of leads, in DATA_DIR. */
export const leadsFile = 'leads.db'

/** What staff find leads by, beside it; made anew when it is missing. */
export const leadsIndexFile = 'leads-index.db'
