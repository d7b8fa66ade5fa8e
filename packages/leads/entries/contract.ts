// The schemas of the staff API, which a Studio shares with the server.
export * from '../contract/applicants.ts'
export * from '../contract/contract.ts'
export * from '../contract/waves.ts'
