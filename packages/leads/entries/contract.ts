// The schemas of the staff API, which a Studio shares with the server. The API's OpenAPI description is generated from
// them.
export * from '../contract/applicants.ts'
export * from '../contract/audit.ts'
export * from '../contract/erasure.ts'
export * from '../contract/exports.ts'
export * from '../contract/lead.ts'
export * from '../contract/lead-changes.ts'
export * from '../contract/leads.ts'
export * from '../contract/metrics.ts'
export * from '../contract/problem.ts'
export * from '../contract/staff.ts'
export * from '../contract/waves.ts'
