/** File name of the leads' database in DATA_DIR. */
export const leadsFile = 'leads.db'
