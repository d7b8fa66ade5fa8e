import { SearchIcon } from '@sanity/icons'
import { TextInput } from '@sanity/ui'
import { useEffect, useRef, useState } from 'react'
import { maxSearchLength } from '../selection.ts'

const debounceMs = 250

interface SearchInputProps {
  value: string
  onChange(value: string): void
}

/** A search field that searches as the user types. */
export function SearchInput({ value, onChange }: SearchInputProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const [searched, setSearched] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(onChange)
  if (value !== known) {
    setKnown(value)
    // The URL changed without typing: by the Back button, a saved view, or a cleared filter.
    if (value !== searched) {
      setSearched(value)
      setTyped(value)
    }
  }
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (words: string) => {
    clearTimeout(timer.current)
    setSearched(words)
    latest.current(words)
  }
  return (
    <TextInput
      type="search"
      icon={SearchIcon}
      fontSize={1}
      padding={2}
      aria-label="Search leads"
      placeholder="Search names, emails, answers, and notes"
      maxLength={maxSearchLength}
      value={typed}
      clearButton={typed !== ''}
      onClear={() => {
        setTyped('')
        search('')
      }}
      onChange={(event) => {
        const words = event.currentTarget.value
        setTyped(words)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => search(words), debounceMs)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search(typed)
      }}
    />
  )
}
