export type { Action } from './actions/apply-action.ts'
export {
  Dataset,
  type DatasetOptions,
  type QueryOptions,
  type QueryResult,
  type TransactOptions,
} from './dataset/dataset.ts'
export type { HistoryRange, Moment, PastTransaction } from './dataset/history.ts'
export type {
  DocumentInput,
  Mutation,
  PatchOperations,
  SanityDocument,
  Selection,
} from './documents/document.ts'
export type {
  DocumentChange,
  Effects,
  MutationResult,
  Transaction,
} from './documents/transaction.ts'
export { LakeError, LakeInUseError } from './errors/errors.ts'
export type { HitTags, SyncTag } from './groq/tags.ts'
export { type Lake, type LakeOptions, openLake } from './lake.ts'
export type { LoginOptions } from './login/login.ts'
export { openAccounts, storeVersions, upgradeStores } from './stores.ts'
export { type ExportOptions, exportDataset } from './transfer/export.ts'
export {
  type ImportOptions,
  importDataset,
  type Progress,
  type Transferred,
} from './transfer/import.ts'
export { countPeople, type DatasetState, datasetState } from './transfer/stored-documents.ts'
export { TransferError } from './transfer/transfer-error.ts'
export type { Role } from './users/roles.ts'
export {
  type AccountAction,
  type AccountEvent,
  type Actor,
  type Person,
  programId,
  type SignedIn,
} from './users/user.ts'
