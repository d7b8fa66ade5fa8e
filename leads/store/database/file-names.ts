/** File name of the leads' database in DATA_DIR. */
export const leadsFile = 'leads.db'

/** File name of the index of leads, in the same folder. It is rebuilt when missing. */
export const leadsIndexFile = 'leads-index.db'
