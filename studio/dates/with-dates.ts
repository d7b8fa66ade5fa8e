import type { ComponentType } from 'react'
import type { ObjectInputProps, SchemaTypeDefinition } from 'sanity'
import { DatedInput } from './dated-input.tsx'
import { MonthInput } from './month-input.tsx'

const dated = new Set(['launch', 'launchOffer', 'challenge'])

/** Has the forms of dates say what the site tells of them. The schemas themselves know nothing of React. */
export function withDates(types: SchemaTypeDefinition[]): SchemaTypeDefinition[] {
  const input = DatedInput as ComponentType<ObjectInputProps>
  return types.map((type) => {
    if (!dated.has(type.name) || !('fields' in type)) return type
    const fields = type.fields?.map((field) =>
      field.name === 'month' ? { ...field, components: { input: MonthInput } } : field,
    )
    return { ...type, fields, components: { input } } as SchemaTypeDefinition
  })
}
