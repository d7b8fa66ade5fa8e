import { createContext, useContext } from 'react'
import type { FieldProps, InputProps, ItemProps, SchemaType } from 'sanity'
import { ValidationContext } from 'sanity/_singletons'

const none: never[] = []

/** Whether the list item around a field is open, and nobody has edited it yet. */
const InNewItem = createContext(false)

/** An item of a list. As long as it is new, it has no errors: people see them after their first edit, or on closing it. */
export function NewItem(props: ItemProps) {
  const markers = useContext(ValidationContext)
  const { value, schemaType, renderDefault } = props
  const isNew = 'open' in props && props.open && isUntouched(value, schemaType)
  return (
    <InNewItem.Provider value={isNew}>
      <ValidationContext.Provider value={isNew ? none : markers}>
        {renderDefault(props)}
      </ValidationContext.Provider>
    </InNewItem.Provider>
  )
}

/** A field without the errors of a new item. */
export function FieldOfNewItem(props: FieldProps) {
  const isNew = useContext(InNewItem)
  return props.renderDefault(isNew ? { ...props, validation: none } : props)
}

/** Returns the properties of an input without the errors of a new item. */
function useQuietInput<Props extends InputProps>(props: Props): Props {
  return useContext(InNewItem) ? { ...props, validation: none, validationError: undefined } : props
}

/** An input without the errors of a new item. */
export const InputOfNewItem = (props: InputProps) => props.renderDefault(useQuietInput(props))

/** Returns whether a value is empty or the initial one. */
function isUntouched(value: unknown, type: SchemaType): boolean {
  if (value === undefined || value === type.initialValue) return true
  if (type.jsonType !== 'object' || typeof value !== 'object' || value === null) return false
  const values = value as Record<string, unknown>
  return type.fields.every((field) => isUntouched(values[field.name], field.type))
}
