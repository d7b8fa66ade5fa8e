export { type ExportOptions, exportDataset } from './export.ts'
export { type ImportOptions, importDataset, type Progress, type Transferred } from './import.ts'
export { TransferError } from './transfer-error.ts'
