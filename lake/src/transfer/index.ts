export { type Exported, type ExportOptions, type ExportSource, exportDataset } from './export.ts'
export { type ImportOptions, importDataset, type Progress, type Transferred } from './import.ts'
export { storedDocuments } from './stored-documents.ts'
export { TransferError } from './transfer-error.ts'
