import { Box, Checkbox, Flex, Stack, Text } from '@sanity/ui'
import { useId } from 'react'
import { asSentence } from '../staff-request.ts'
import { Note } from '../ui/controls.tsx'
import type { Role } from './account-api.ts'

interface RoleChoiceProps {
  roles: readonly Role[]
  /** The names of the selected roles. */
  value: readonly string[]
  onChange(value: string[]): void
}

/** Checkboxes for the roles of a person, who has the permissions of all of them. */
export function RoleChoice({ roles, value, onChange }: RoleChoiceProps) {
  const id = useId()
  return (
    <Stack as="fieldset" space={3} style={{ border: 0, margin: 0, padding: 0 }}>
      <Text as="legend" size={1} weight="medium" style={{ marginBottom: '0.75em' }}>
        Roles
      </Text>
      {roles.map(({ name, title, description }) => (
        <Flex key={name} gap={2}>
          <Checkbox
            id={`${id}${name}`}
            checked={value.includes(name)}
            aria-describedby={`${id}${name}-note`}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...value, name] : value.filter((one) => one !== name))
            }
          />
          <Stack space={2} flex={1}>
            <Text as="label" size={1} {...{ htmlFor: `${id}${name}` }}>
              {title}
            </Text>
            <Box id={`${id}${name}-note`}>
              <Note>{asSentence(description)}</Note>
            </Box>
          </Stack>
        </Flex>
      ))}
    </Stack>
  )
}

/** Returns the titles of roles by their names. */
export const titlesOf = (roles: readonly Role[], names: readonly string[]): string =>
  names.map((name) => roles.find((role) => role.name === name)?.title ?? name).join(', ')
