import { line, object, toggle } from '../fields/field.ts'
import { list } from '../fields/list.ts'
import { checkTable } from '../validation/table.ts'

/** A row of a table in a text. */
export const tableRow = object('tableRow', 'Row', [list('cells', 'Cells', 'string')])

/** A table in a text. The cells are plain text. */
export const table = object(
  'table',
  'Table',
  [
    line('caption', 'Title', {
      optional: true,
      description: 'Shown above the table. For example, Fees by plan.',
      rules: (rule) => [rule.max(200)],
    }),
    toggle('headerRow', 'The first row has the names of the columns', { initialValue: true }),
    list('rows', 'Cells', 'tableRow', { rules: (rule) => [rule.custom(checkTable)] }),
  ],
  {
    options: { modal: { type: 'dialog', width: 3 } },
    preview: {
      select: { caption: 'caption', rows: 'rows' },
      prepare: ({ caption, rows }: { caption?: string; rows?: { cells?: string[] }[] }) => ({
        title: caption || rows?.[0]?.cells?.filter(Boolean).join(', ') || 'Empty table',
        subtitle: `Rows: ${rows?.length ?? 0}`,
      }),
    },
  },
)
