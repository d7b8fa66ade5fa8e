import { DownloadIcon } from '@sanity/icons'
import { Button, Menu, MenuButton, MenuItem, useToast } from '@sanity/ui'
import { useMutation } from '@tanstack/react-query'
import type { ExportFilter } from 'halvi-leads/contract'
import { saveFrom } from '../api/save-file.ts'
import { useStaff } from '../api/staff-context.tsx'
import { reasonOf } from '../failure.tsx'

const formats = [
  { format: 'csv', text: 'CSV' },
  { format: 'xlsx', text: 'Excel (XLSX)' },
  { format: 'ndjson', text: 'NDJSON' },
] as const

interface ExportButtonProps {
  /** The ticked leads, or all that the list finds. */
  filter: ExportFilter
  disabled: boolean
}

/** Downloads the leads of a filter as a file. */
export function ExportButton({ filter, disabled }: ExportButtonProps) {
  const request = useStaff()
  const toast = useToast()
  const { mutate, isPending } = useMutation({
    mutationFn: (format: (typeof formats)[number]['format']) =>
      request<{ url: string }>('exports', {
        method: 'POST',
        body: { format, filter },
      }),
    onSuccess: ({ url }) => saveFrom(url),
    onError: (error) =>
      toast.push({ status: 'error', title: 'Nothing was exported', description: reasonOf(error) }),
  })
  return (
    <MenuButton
      id="leads-export"
      button={
        <Button
          fontSize={1}
          padding={2}
          mode="ghost"
          icon={DownloadIcon}
          text={
            filter.ids ? `Export ${filter.ids.length.toLocaleString('en-US')} selected` : 'Export'
          }
          disabled={disabled || isPending}
          loading={isPending}
        />
      }
      popover={{ portal: true, placement: 'bottom-end' }}
      menu={
        <Menu>
          {formats.map(({ format, text }) => (
            <MenuItem key={format} fontSize={1} text={text} onClick={() => mutate(format)} />
          ))}
        </Menu>
      }
    />
  )
}
