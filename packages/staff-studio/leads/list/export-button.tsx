import { DownloadIcon } from '@sanity/icons'
import type { ExportFilter } from 'halvi-leads/contract'
import { useStaffMutation } from '../../staff.tsx'
import { ActionMenu } from '../../ui/controls.tsx'
import { saveFrom } from '../save-file.ts'

const formats = {
  xlsx: 'Excel workbook',
  csv: 'CSV for spreadsheets',
  'raw-csv': 'CSV for programs',
  ndjson: 'NDJSON for programs',
}

interface ExportButtonProps {
  filter: ExportFilter
  disabled: boolean
}

/** A button that downloads the filtered or selected leads as a file. */
export function ExportButton({ filter, disabled }: ExportButtonProps) {
  const { mutate, isPending } = useStaffMutation(
    (request, format: string) =>
      request<{ url: string }>('exports', { method: 'POST', body: { format, filter } }),
    { failed: 'Couldn’t export the leads', onSuccess: ({ url }) => saveFrom(url) },
  )
  const { ids } = filter
  return (
    <ActionMenu
      id="leads-export"
      button={{
        icon: DownloadIcon,
        text: ids ? `Export ${ids.length.toLocaleString('en-US')} selected` : 'Export',
        disabled: disabled || isPending,
        loading: isPending,
      }}
      popover={{ placement: 'bottom-end' }}
      actions={Object.entries(formats).map(([format, text]) => ({
        text,
        onClick: () => mutate(format),
      }))}
    />
  )
}
